import type { PhaseId } from '../names/ids.ts';
import type { StatusRow } from '../status/status.ts';
import type { Phase, Workflow } from '../workflow/workflow.ts';
import { neededBy, needing } from './needed.ts';

/** What another round changes. */
export interface Round {
  /** With `to` and every phase that needs it pending in their next round. */
  readonly rows: readonly StatusRow[];
  /** The phases that are opened again, in the order of the table. */
  readonly reopened: readonly StatusRow[];
  /** Those whose own loop begins at 1 again: it lies within this one. */
  readonly begunAnew: ReadonlySet<PhaseId>;
}

/** Opens another round of the loop of a phase. */
export function openRound(
  { phases }: Pick<Workflow, 'phases'>,
  rows: readonly StatusRow[],
  by: Phase & { readonly loop: NonNullable<Phase['loop']> },
): Round {
  const again = new Set([by.loop.to, ...needing(phases, by.loop.to)]);
  const before = neededBy(phases, by.id);
  // Only loops that are over before this one decides: two that send each other back would never end.
  const inner = phases.filter(({ id, loop }) => loop !== null && before.has(id) && again.has(loop.to));
  return {
    rows: rows.map((row) => (again.has(row.phase) ? reopened(row) : row)),
    reopened: rows.filter((row) => again.has(row.phase)),
    begunAnew: new Set(inner.map(({ id }) => id)),
  };
}

const reopened = (row: StatusRow): StatusRow => ({
  ...row,
  status: 'pending',
  round: row.round + 1,
  artifacts: { ...row.artifacts, present: 0 },
});
