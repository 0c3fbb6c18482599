import { STOP } from '../checkpoint/stopAnswer.ts';

/** What a person may answer of checks that were not green before anything was changed. Any other answer is for the next attempt. */
export const LET_BE = 'go on as it is';
export const TRY_AGAIN = 'try again';

export const RED_ANSWERS: readonly string[] = [LET_BE, TRY_AGAIN, STOP];
