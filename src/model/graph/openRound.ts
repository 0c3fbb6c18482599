import type { PhaseId } from '../names/ids.ts';
import type { StatusRow } from '../status/status.ts';
import type { Phase, Workflow } from '../workflow/workflow.ts';
import { neededBy, needing } from './needed.ts';

/** What another round changes. */
export interface Round {
  /** With `to` and every phase that needs it pending in their next round. */
  readonly rows: readonly StatusRow[];
  /** The phases that are opened again, in the order of the table, as they were. */
  readonly reopened: readonly StatusRow[];
  /** Of these, items whose list is written anew: the phase that they are of has their place. */
  readonly folded: ReadonlySet<PhaseId>;
  /** The phases that are to be repeated anew. */
  readonly templates: ReadonlySet<PhaseId>;
  /** Those whose own loop begins at 1 again: it lies within this one. */
  readonly begunAnew: ReadonlySet<PhaseId>;
}

/** Opens another round of the loop of a phase. */
export function openRound(
  { phases }: Pick<Workflow, 'phases'>,
  rows: readonly StatusRow[],
  by: Phase & { readonly loop: NonNullable<Phase['loop']> },
): Round {
  const again = reopenedBy(phases, by.loop);
  const before = neededBy(phases, by.id);
  // Of two that send each other back only the one that is over before the other decides: they would never end.
  const inner = phases.filter(
    ({ id, loop }) =>
      loop !== null &&
      phasesNamed(phases, loop.to).some((to) => again.has(to)) &&
      (before.has(id) || !reopenedBy(phases, loop).has(by.id)),
  );
  const anew = phases.filter(({ item }) => item !== null && again.has(item.by));
  return {
    rows: rowsAnew(rows, again, anew),
    reopened: rows.filter((row) => again.has(row.phase)),
    folded: new Set(anew.map(({ id }) => id)),
    templates: new Set(anew.flatMap(({ item }) => item?.template ?? [])),
    begunAnew: new Set(inner.map(({ id }) => id)),
  };
}

/** `to` of a loop, and every phase that needs it. */
const reopenedBy = (phases: readonly Phase[], { to }: NonNullable<Phase['loop']>): ReadonlySet<PhaseId> =>
  new Set(phasesNamed(phases, to).flatMap((id) => [id, ...needing(phases, id)]));

/** True of a phase that a loop may open again. */
export const hasRounds = ({ phases }: Pick<Workflow, 'phases'>, id: PhaseId): boolean =>
  phases.some(({ loop }) => loop !== null && reopenedBy(phases, loop).has(id));

/** A phase, or the items of one that is repeated. */
export const phasesNamed = (phases: readonly Phase[], name: PhaseId): readonly PhaseId[] =>
  phases.filter(({ id, item }) => id === name || item?.template === name).map(({ id }) => id);

function rowsAnew(
  rows: readonly StatusRow[],
  again: ReadonlySet<PhaseId>,
  anew: readonly Phase[],
): readonly StatusRow[] {
  const template = new Map(anew.map(({ id, item }) => [id, item?.template ?? id]));
  const roundOf = roundsOfLists(rows, template);
  const seen = new Set<PhaseId>();
  return rows.flatMap((row) => {
    if (!again.has(row.phase)) return [row];
    const phase = template.get(row.phase) ?? row.phase;
    if (seen.has(phase)) return [];
    seen.add(phase);
    const next = reopened({ ...row, round: roundOf.get(phase) ?? row.round });
    return [phase === row.phase ? next : { ...next, phase, attempt: 0, updated: null }];
  });
}

/** Items may have had rounds of their own: what comes of the list next is in a round that none of them has had. */
function roundsOfLists(
  rows: readonly StatusRow[],
  template: ReadonlyMap<PhaseId, PhaseId>,
): ReadonlyMap<PhaseId, number> {
  const rounds = new Map<PhaseId, number>();
  for (const { phase, round } of rows) {
    const of = template.get(phase);
    if (of !== undefined) rounds.set(of, Math.max(round, rounds.get(of) ?? 1));
  }
  return rounds;
}

const reopened = (row: StatusRow): StatusRow => ({
  ...row,
  status: 'pending',
  round: row.round + 1,
  artifacts: { ...row.artifacts, present: 0 },
});
