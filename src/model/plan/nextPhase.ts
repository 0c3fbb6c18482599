import { finishedIn, overIn, type Rows } from '../graph/planNext.ts';
import type { Phase, Workflow } from '../workflow/workflow.ts';

/** The first phase in file order that is not finished and whose needs are; null when there is none. */
export function nextPhase({ phases }: Pick<Workflow, 'phases'>, rows: Rows): Phase | null {
  const finished = finishedIn(rows);
  const isOver = overIn(phases, rows);
  return phases.find((phase) => !finished.has(phase.id) && phase.needs.every(isOver)) ?? null;
}

/**
 * The phases that a run may come to, in file order: those that are not finished, and with `again` that one and all behind it
 * as well, up to `until`.
 */
export function phasesAhead(
  { phases }: Pick<Workflow, 'phases'>,
  rows: Rows,
  { until, again }: { readonly until: string | null; readonly again: string | null },
): readonly Phase[] {
  const finished = finishedIn(rows);
  const [from, to] = [again, until].map((id) => phases.findIndex((phase) => phase.id === id));
  return phases.filter(
    ({ id }, at) =>
      (to === undefined || to === -1 || at <= to) &&
      (!finished.has(id) || (from !== undefined && from !== -1 && at >= from)),
  );
}
