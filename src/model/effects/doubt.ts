import type { EffectEntry, EffectsRecord } from './effectsRecord.ts';
import { effectState } from './effectState.ts';
import type { PhaseId } from '../names/ids.ts';
import type { Question } from '../checkpoint/phaseRecord.ts';

/** The effects that may or may not have happened; given a phase, only those it requested. */
export const doubtsOf = ({ effects }: EffectsRecord, phase?: PhaseId): readonly EffectEntry[] =>
  effects.filter(
    (entry) => effectState(entry) === 'inDoubt' && (phase === undefined || entry.phase === phase),
  );

const HAPPENED = 'it happened';
const DID_NOT = 'it did not happen';

/** Asked about an effect without an intent: its phase may have caused it on another machine. */
export const NOT_BEGUN_HERE =
  'its phase was at work on another machine when the last checkpoint was published there, and what it did after that is not recorded here';

/** The question to a person about such an effect. */
export function doubtQuestion({ key, command, at, elsewhere }: EffectEntry): Omit<Question, 'asked'> {
  const why =
    elsewhere === true ? sentence(NOT_BEGUN_HERE) : `It was begun at ${at}, and how it ended is not recorded`;
  return {
    about: 'effect',
    effect: key,
    text: `Did "${key}" happen? ${why}: ${command.join(' ')}`,
    options: [HAPPENED, DID_NOT],
  };
}

const sentence = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;

/** Reads a person's answer: one of the two options, then anything else they say. Null if it is neither. */
export function readDoubtAnswer(
  text: string,
): { readonly happened: boolean; readonly comment: string } | null {
  const said = text.trim();
  // The longer option comes first: anything may follow either.
  for (const [words, happened] of [
    [DID_NOT, false],
    [HAPPENED, true],
  ] as const)
    if (said.toLowerCase().startsWith(words))
      return { happened, comment: said.slice(words.length).replace(/^[\s.,:;–-]+/, '') };
  return null;
}
