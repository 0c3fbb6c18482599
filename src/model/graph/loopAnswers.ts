import { LET_BE } from '../gate/redAnswers.ts';
import { STOP } from '../checkpoint/stopAnswer.ts';
import { STOP_ANSWERS } from './stopAnswers.ts';

/** What a person may answer where the rounds of a loop are used up. Any other answer is for the next attempt of its phase. */
export const ANOTHER_ROUND = 'another round';
/** Only where the gate held. */
export const ACCEPT = 'accept as it is';

/** @param isRed only checks keep its gate from holding that a person may let be */
export const loopAnswers = (holds: boolean, isRed = false): readonly string[] => [
  ANOTHER_ROUND,
  ...(holds ? [ACCEPT] : []),
  ...(isRed ? [LET_BE] : []),
  STOP,
];

interface Word {
  readonly decision: string;
  readonly comment: string | null;
}

const isAnswer = ({ decision, comment }: Word, answers: readonly string[]): boolean =>
  decision === 'answered' && comment !== null && answers.includes(comment);

/** True for the word by which a person accepts what the loop would send back. */
export const accepts = (word: Word): boolean => isAnswer(word, [ACCEPT]);

/**
 * True where a person has accepted that, and has said nothing since but whether the session stops.
 *
 * @param ended when the attempt ended whose work it is; null: nobody has worked on it. Words of before were about other work.
 */
export function isAccepted(
  words: readonly (Word & { readonly at: string })[],
  ended: string | null,
): boolean {
  const said = words.filter(({ at }) => at >= (ended ?? ''));
  const last = said.findLast((word) => !isAnswer(word, STOP_ANSWERS));
  return last !== undefined && accepts(last);
}
