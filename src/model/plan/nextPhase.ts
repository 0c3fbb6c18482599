import type { PhaseId } from '../names/ids.ts';
import type { StatusRow } from '../status/status.ts';
import type { Phase, Workflow } from '../workflow/workflow.ts';

type Rows = readonly Pick<StatusRow, 'phase' | 'status'>[];

const doneIn = (rows: Rows): ReadonlySet<PhaseId> =>
  new Set(rows.filter(({ status }) => status === 'done').map(({ phase }) => phase));

/** The first phase in file order that is not done and whose needs are done; null when there is none. */
export function nextPhase(workflow: Workflow, rows: Rows): Phase | null {
  const done = doneIn(rows);
  return (
    workflow.phases.find((phase) => !done.has(phase.id) && phase.needs.every((need) => done.has(need))) ??
    null
  );
}

/** A session is done when every phase of its workflow is. */
export function allDone(workflow: Workflow, rows: Rows): boolean {
  const done = doneIn(rows);
  return workflow.phases.every((phase) => done.has(phase.id));
}

/**
 * The phases that a run may come to, in file order: those that are not done, and with `again` that one and all behind it
 * as well, up to `until`.
 */
export function phasesAhead(
  { phases }: Pick<Workflow, 'phases'>,
  rows: Rows,
  { until, again }: { readonly until: string | null; readonly again: string | null },
): readonly Phase[] {
  const done = doneIn(rows);
  const [from, to] = [again, until].map((id) => phases.findIndex((phase) => phase.id === id));
  return phases.filter(
    ({ id }, at) =>
      (to === undefined || to === -1 || at <= to) &&
      (!done.has(id) || (from !== undefined && from !== -1 && at >= from)),
  );
}
