import { elsewhereSentence } from '../../sentences/elsewhereSentence.ts';
import type { Outcome } from '../../session/results.ts';

/** An outcome whose message says all of it, as a terminal and its JSON have it. */
export function saidOutcome({ elsewhere, ...outcome }: Outcome): Outcome {
  if (elsewhere === undefined) return outcome;
  const head = `${elsewhereSentence(elsewhere)} Or go on here: \`cairn resume ${outcome.session} --here\`.`;
  const lines = elsewhere.isQuestion ? [head, outcome.message] : [outcome.message, head];
  return { ...outcome, message: lines.filter((line) => line !== '').join('\n') };
}
