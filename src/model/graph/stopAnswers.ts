import { LOOK_AGAIN } from './conditionAnswers.ts';

/** What a person may answer where nobody else can decide whether the session stops. Any other answer is for the next attempt. */
export const STOP_HERE = 'stop here';
export const GO_ON = 'go on';

export const STOP_ANSWERS: readonly string[] = [LOOK_AGAIN, STOP_HERE, GO_ON];

/** Whether the session stops; undefined: the file is looked at again. */
export const stopsBy = (answer: string): boolean | undefined =>
  answer === LOOK_AGAIN ? undefined : answer === STOP_HERE;
