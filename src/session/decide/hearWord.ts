import type { GivenWord } from '../../model/agent/givenWord.ts';
import type { Drive } from '../drive.ts';
import { answerIn, approveIn, rejectIn } from './decide.ts';

/** Does what a person says of a phase that waits, for who drives the session. */
export function hearWord(lead: Drive, { act, phase, text }: GivenWord): Promise<Drive> {
  switch (act) {
    case 'approve':
      return approveIn(lead, phase, text);
    case 'reject':
      return rejectIn(lead, phase, text);
    case 'answer':
      return answerIn(lead, phase, text ?? '');
  }
}
