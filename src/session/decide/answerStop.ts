import { STOP_ANSWERS, stopsBy } from '../../model/graph/stopAnswers.ts';
import { refuseUnlaid } from '../checkpoint/layWork.ts';
import type { Drive } from '../drive.ts';
import { refuseOthersWork } from './aboutWork.ts';
import { onTipOrRefuse } from './judgedOnTip.ts';
import { closeWaiting } from './closeWaiting.ts';
import { publishWord } from './publishWord.ts';
import type { Waiting } from './waitingPhase.ts';

/** Closes the phase as it lies there, and the session with it where a person says so; any other text is for its next attempt. */
export async function answerStop(drive: Drive, waiting: Waiting, said: string): Promise<Drive> {
  if (!STOP_ANSWERS.includes(said)) return publishWord(drive, waiting, 'answered', said);
  await refuseOthersWork(drive);
  await refuseUnlaid(drive);
  const stops = stopsBy(said);
  const { stops: _before, ...record } = waiting.record;
  const answered = { ...waiting, record: stops === undefined ? record : { ...record, stops } };
  return closeWaiting(await onTipOrRefuse(drive, waiting), answered, 'answered', said);
}
