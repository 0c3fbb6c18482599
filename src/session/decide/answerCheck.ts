import type { Question } from '../../model/checkpoint/phaseRecord.ts';
import { LET_BE } from '../../model/gate/redAnswers.ts';
import type { Drive } from '../drive.ts';
import { publishWord } from './publishWord.ts';
import type { Waiting } from './waitingPhase.ts';

/**
 * Lets checks be as they were before anything was changed: what lies there is judged once more, by whoever goes on. Any other text is for
 * the next attempt.
 */
export function answerCheck(
  drive: Drive,
  waiting: Waiting,
  checks: NonNullable<Question['checks']>,
  said: string,
): Promise<Drive> {
  if (said !== LET_BE) return publishWord(drive, waiting, 'answered', said);
  const at = drive.world.clock.now();
  const letBe = [...(waiting.record.letBe ?? []), ...checks.map((run) => ({ run, at }))];
  return publishWord(drive, { ...waiting, record: { ...waiting.record, letBe } }, 'answered', said);
}
