import { STOP } from '../checkpoint/stopAnswer.ts';
import { STOP_ANSWERS } from './stopAnswers.ts';

/** What a person may answer where the rounds of a loop are used up. Any other answer is for the next attempt of its phase. */
export const ANOTHER_ROUND = 'another round';
/** Only where the gate held. */
export const ACCEPT = 'accept as it is';

export const loopAnswers = (holds: boolean): readonly string[] =>
  holds ? [ANOTHER_ROUND, ACCEPT, STOP] : [ANOTHER_ROUND, STOP];

interface Word {
  readonly decision: string;
  readonly comment: string | null;
}

/** True where a person has accepted what the loop would send back, and has said nothing since but whether the session stops. */
export function isAccepted(words: readonly Word[]): boolean {
  const last = words.findLast(({ comment }) => comment === null || !STOP_ANSWERS.includes(comment));
  return last?.decision === 'answered' && last.comment === ACCEPT;
}
