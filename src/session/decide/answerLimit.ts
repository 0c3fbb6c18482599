import { STOP } from '../../model/graph/loopAnswers.ts';
import { raisedBy } from '../../model/limits/sayLimit.ts';
import type { PhaseRecord } from '../../model/checkpoint/phaseRecord.ts';
import type { Drive } from '../drive.ts';
import { closeSession } from '../run/close/closeSession.ts';
import { publishWord } from './publishWord.ts';
import type { Waiting } from './waitingPhase.ts';

type Asked = NonNullable<NonNullable<PhaseRecord['question']>['limit']>;

/** Raises the limit, or stops; any other text is for the next attempt, and the limit is asked about again. */
export function answerLimit(drive: Drive, waiting: Waiting, asked: Asked, said: string): Promise<Drive> {
  if (said === STOP) return closeSession(drive);
  const to = raisedBy(asked.limit, said);
  if (to === undefined) return publishWord(drive, waiting, 'answered', said);
  const { limit, of } = asked;
  const raised = [...(waiting.record.raised ?? []), { limit, of, to, at: drive.world.clock.now() }];
  return publishWord(drive, { ...waiting, record: { ...waiting.record, raised } }, 'answered', said);
}
