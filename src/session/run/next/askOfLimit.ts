import { reachedLimit, sumSpent, type Reached } from '../../../model/limits/limits.ts';
import { limitAnswers, sayReached } from '../../../model/limits/sayLimit.ts';
import type { Question } from '../../../model/checkpoint/phaseRecord.ts';
import type { PhaseId } from '../../../model/names/ids.ts';
import type { Phase } from '../../../model/workflow/workflow.ts';
import type { AtTip, Drive } from '../../drive.ts';
import type { SessionRecord } from '../../record/sessionRecord.ts';
import { limitFacts } from '../attempt/limitFacts.ts';
import { publishAsked } from './publishAsked.ts';

/** The question of a limit that is reached. */
export const limitQuestion = (reached: Reached): Omit<Question, 'asked'> => ({
  about: 'limit',
  text: sayReached(reached),
  options: [...limitAnswers(reached)],
  limit: { limit: reached.limit, of: reached.of },
});

/** The limit that an attempt of a phase would begin beyond; null if none. */
export async function limitBefore(drive: AtTip, { id }: Phase): Promise<Reached | null> {
  const { workflow } = drive.record;
  if (workflow.limits === null && workflow.phases.every(({ limits }) => limits === null)) return null;
  const { raised, before } = await limitFacts(drive, id);
  const session = sumSpent([before.session, drive.spending.used]);
  return reachedLimit(workflow, raised, id, { ...before, session });
}

/** Phases that wait because the session has reached this limit: whoever was at work has asked the same, and it is one question. */
export const askedOfSession = (
  { status, records }: Pick<SessionRecord, 'status' | 'records'>,
  { limit, of }: Pick<Reached, 'limit' | 'of'>,
): readonly PhaseId[] =>
  status.rows
    .filter(({ phase, status: is }) => {
      const asked = is === 'waiting' ? records.get(phase)?.question?.limit : undefined;
      return of === null && asked?.of === null && asked.limit === limit;
    })
    .map(({ phase }) => phase);

/** No attempt begins beyond a limit: the session waits. */
export const askOfLimit = (drive: Drive, { id }: Phase, reached: Reached): Promise<Drive> =>
  publishAsked(drive, id, limitQuestion(reached), { subject: `${id} waits: a limit is reached` });
