import { meaningOf } from '../../model/graph/conditionAnswers.ts';
import type { Drive } from '../drive.ts';
import { publishWord } from './publishWord.ts';
import type { Waiting } from './waitingPhase.ts';

/** Says whether, or for which items, the phase runs in this round; or its file is looked at again. */
export function answerCondition(drive: Drive, waiting: Waiting, text: string): Promise<Drive> {
  const word = meaningOf(text);
  const said = word === null ? {} : { said: { word, round: waiting.row.round } };
  return publishWord(drive, { ...waiting, record: { ...waiting.record, ...said } }, 'answered', text);
}
