import type { StatusRow } from '../status/status.ts';
import type { Phase, Workflow } from '../workflow/workflow.ts';

/**
 * The phases that a run may come to, in file order: those that are not done, and with `again` that one and all behind it
 * as well, up to `until`.
 */
export function phasesAhead(
  { phases }: Pick<Workflow, 'phases'>,
  rows: readonly Pick<StatusRow, 'phase' | 'status'>[],
  { until, again }: { readonly until: string | null; readonly again: string | null },
): readonly Phase[] {
  const done = new Set(rows.filter(({ status }) => status === 'done').map(({ phase }) => phase));
  const [from, to] = [again, until].map((id) => phases.findIndex((phase) => phase.id === id));
  return phases.filter(
    ({ id }, at) =>
      (to === undefined || to === -1 || at <= to) &&
      (!done.has(id) || (from !== undefined && from !== -1 && at >= from)),
  );
}
