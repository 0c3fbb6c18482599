import type { PhaseRecord } from '../../model/checkpoint/phaseRecord.ts';
import { isFinished } from '../../model/graph/planNext.ts';
import { isRepeated } from '../../model/graph/isWorkedOn.ts';
import type { StatusRow } from '../../model/status/status.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import { begunAnew } from '../record/repeatedSince.ts';
import { rowsFor } from '../record/rows.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';

/** The rows of a session under another plan, and the records of those of which nothing holds any more that was asked or begun. */
export interface UnderPlan {
  readonly rows: readonly StatusRow[];
  readonly records: readonly PhaseRecord[];
}

/**
 * Done phases stay done, phases keep their folder number. Nobody works on a phase that is repeated, so what one was asked or had begun
 * before it was is over; and what could not be decided of a phase before it begins is decided by the new plan.
 */
export function underPlan(plan: Workflow, record: SessionRecord): UnderPlan {
  const records: PhaseRecord[] = [];
  const rows = rowsFor(plan, record.status.rows, record.workflow).map((row): StatusRow => {
    const known = record.records.get(row.phase);
    if (known === undefined || isFinished(row.status) || !beginsAnew(plan, row, known)) return row;
    records.push(begunAnew(known));
    return { ...row, status: 'pending' };
  });
  return { rows, records };
}

const beginsAnew = (plan: Workflow, { phase, status }: StatusRow, { question }: PhaseRecord): boolean =>
  isRepeated(plan, phase) || (status === 'waiting' && question?.about === 'condition');
