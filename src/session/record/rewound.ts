import { isFinished } from '../../model/graph/planNext.ts';
import { replan } from '../../model/items/expandWorkflow.ts';
import type { StatusRow } from '../../model/status/status.ts';
import { rowsFor } from './rows.ts';
import type { SessionRecord } from './sessionRecord.ts';

type Then = Pick<SessionRecord, 'status' | 'workflow' | 'expansions'>;
type Now = Pick<SessionRecord, 'status' | 'workflow'>;

/** Rows of then for the workflow of now: what came later is pending, or cancelled where the session was. */
export function rewoundRows(now: Now, then: Then): readonly StatusRow[] {
  const workflow = replan(now.workflow, then);
  const planned = new Set(workflow.phases.map(({ id }) => id));
  const known = then.status.rows.filter((row) => planned.has(row.phase) || row.status === 'done');
  const there = new Set(known.map((row) => row.phase));
  const added = now.status.rows.filter((row) => planned.has(row.phase) && !there.has(row.phase));
  const fresh = added.map((row): StatusRow => ({
    ...row,
    status: 'pending',
    artifacts: { ...row.artifacts, present: 0 },
    updated: null,
  }));
  const rows = rowsFor(workflow, [...known, ...fresh], then.workflow);
  if (then.status.state !== 'cancelled') return rows;
  return rows.map((row) => (isFinished(row.status) ? row : { ...row, status: 'cancelled' }));
}
