import type { PhaseRecord } from '../checkpoint/phaseRecord.ts';
import { sayPlace } from './condition.ts';
import { sayFound } from './saySkipped.ts';

type SentBack = NonNullable<PhaseRecord['loop']>['because'];

/** Why a round begins, for a commit and a prompt; undefined: nobody could tell whether the last one was good enough. */
export function saySentBack(because: SentBack): string {
  const { file, at = '', reasons } = because ?? {};
  if (reasons !== undefined)
    return `Its gate did not hold:\n\n${reasons.map((reason) => `- ${reason}`).join('\n')}`;
  if (file === undefined) return 'Whether its work is good enough could not be decided.';
  return `${sayPlace({ file, at })} ${sayFound(because ?? {})}.`;
}
