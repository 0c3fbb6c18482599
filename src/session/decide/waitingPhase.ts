import { CairnError } from '../../base/cairnError.ts';
import type { Refusal } from '../../base/refusal.ts';
import type { PhaseRecord } from '../../model/checkpoint/phaseRecord.ts';
import { ENDS_WAITING } from '../../model/plan/nextActs.ts';
import type { StatusRow } from '../../model/status/status.ts';
import type { Phase } from '../../model/workflow/workflow.ts';
import type { AtTip, Context } from '../drive.ts';
import { askedOf } from '../record/askedOf.ts';
import { rowOf } from '../record/rows.ts';
import { askedOfSession } from '../run/next/askOfLimit.ts';
import { recordBefore } from '../run/close/phaseRecordOf.ts';

/** A phase that waits for a person. */
export interface Waiting {
  readonly phase: Phase;
  readonly row: StatusRow;
  readonly record: PhaseRecord;
}

type Act = 'approve' | 'reject' | 'answer';

/**
 * The phase that waits for this act.
 *
 * @throws `usage/not-possible` with the phase that waits instead, `usage/unknown-phase`
 */
export function waitingPhase(drive: AtTip, named: string | null, act: Act): Waiting {
  const { workflow, status } = drive.record;
  const all = status.rows.filter((candidate) => candidate.status === 'waiting');
  const row = all.find(({ phase }) => phase === named) ?? all[0];
  if (row === undefined) throw notPossible(drive, act, { because: 'none-waits', state: status.state });
  if (named === null && all.length > 1 && !isOneQuestion(drive.record))
    throw notPossible(drive, act, { because: 'several-wait', phases: all.map(({ phase }) => phase) });
  const record = recordBefore(drive.record, row);
  const waits = { phase: row.phase, for: askedOf(record) };
  if (named !== null && named !== row.phase) {
    if (!status.rows.some((candidate) => candidate.phase === named))
      throw new CairnError('usage/unknown-phase', {
        phase: named,
        known: status.rows.map((known) => known.phase),
      });
    throw notPossible(drive, act, { because: 'other-waits', named, waits });
  }
  const phase = workflow.phases.find((candidate) => candidate.id === row.phase);
  if (phase === undefined)
    throw new CairnError('usage/unknown-phase', {
      phase: row.phase,
      known: workflow.phases.map((known) => known.id),
    });
  if ((act === 'answer') === (ENDS_WAITING[waits.for] === 'approve'))
    throw notPossible(drive, act, { because: 'not-asked', question: questionOf(record), waits });
  return { phase, row: rowOf(status.rows, row.phase), record };
}

/** All that wait ask the same of the session. */
function isOneQuestion({ status, records }: AtTip['record']): boolean {
  const waiting = status.rows.filter((row) => row.status === 'waiting');
  const asked = waiting[0] === undefined ? undefined : records.get(waiting[0].phase)?.question?.limit;
  return asked !== undefined && askedOfSession({ status, records }, asked).length === waiting.length;
}

export const notPossible = ({ session }: Pick<Context, 'session'>, act: Act, refusal: Refusal): CairnError =>
  new CairnError('usage/not-possible', { act, session, refusal });

/** A question may be a page long, such as the work that a person is to do. */
const questionOf = ({ question }: PhaseRecord): string | null =>
  question === undefined || question.about === 'packet' ? null : (question.text.split('\n')[0] ?? '');
