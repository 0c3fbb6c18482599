import { isRepeated } from '../../model/graph/isWorkedOn.ts';
import type { PhaseRecord } from '../../model/checkpoint/phaseRecord.ts';
import { isFinished } from '../../model/graph/planNext.ts';
import { replan } from '../../model/items/expandWorkflow.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import { withRow } from './rows.ts';
import type { SessionRecord } from './sessionRecord.ts';

/** A phase of which nothing holds any more that was asked, or done and is held. */
export function begunAnew({ question: _asked, held: _aside, ...before }: PhaseRecord): PhaseRecord {
  return { ...before, status: 'pending', outcome: null };
}

/**
 * A session as it was then, for a plan in which some phases are repeated by now that were worked on then: their items are worked on in
 * their place.
 *
 * @param plan the workflow of now
 */
export function repeatedSince<S extends SessionRecord>(
  plan: Workflow,
  then: S,
): { readonly older: S; readonly records: readonly PhaseRecord[] } {
  const now = replan(plan, then);
  const changed = then.status.rows.filter(
    ({ phase, status }) => !isFinished(status) && isRepeated(now, phase) && !isRepeated(then.workflow, phase),
  );
  const records = changed.flatMap(({ phase }) => then.records.get(phase) ?? []).map(begunAnew);
  const rows = changed.reduce(
    (all, { phase }) => withRow(all, phase, { status: 'pending' }),
    then.status.rows,
  );
  return {
    older: {
      ...then,
      status: { ...then.status, rows },
      records: new Map([...then.records, ...records.map((one) => [one.phase, one] as const)]),
    },
    records,
  };
}
