import { STOP } from '../checkpoint/stopAnswer.ts';

/** What a person may answer where the rounds of a loop are used up. Any other answer is for the next attempt of its phase. */
export const ANOTHER_ROUND = 'another round';
/** Only where the gate held. */
export const ACCEPT = 'accept as it is';

export const loopAnswers = (holds: boolean): readonly string[] =>
  holds ? [ANOTHER_ROUND, ACCEPT, STOP] : [ANOTHER_ROUND, STOP];
