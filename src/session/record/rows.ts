import { CairnError } from '../../base/cairnError.ts';
import type { PhaseRecord } from '../../model/checkpoint/phaseRecord.ts';
import type { PhaseId } from '../../model/names/ids.ts';
import { phasesNamed } from '../../model/graph/openRound.ts';
import type { StatusRow } from '../../model/status/status.ts';
import type { Phase, Workflow } from '../../model/workflow/workflow.ts';

/** The rows with one of them changed. */
export function withRow(
  rows: readonly StatusRow[],
  phase: PhaseId,
  change: Partial<StatusRow>,
): readonly StatusRow[] {
  return rows.map((row) => (row.phase === phase ? { ...row, ...change } : row));
}

export function rowOf(rows: readonly StatusRow[], phase: PhaseId): StatusRow {
  const row = rows.find((candidate) => candidate.phase === phase);
  if (row === undefined) throw new CairnError('internal/unexpected', { what: `no row for phase ${phase}` });
  return row;
}

/** Rows that are not there any more: their phases left the plan undone, or gave way to others. */
export function rowsGone(
  before: readonly StatusRow[],
  now: readonly Pick<StatusRow, 'phase'>[],
): readonly StatusRow[] {
  const there = new Set(now.map(({ phase }) => phase));
  return before.filter(({ phase }) => !there.has(phase));
}

/** The attempt that a phase has its work of. Its row counts on, also over a restore: no number is given twice. */
export const attemptBehind = (row: StatusRow, known: Pick<PhaseRecord, 'attempt'>): number =>
  row.status === 'pending' ? row.attempt : known.attempt;

/**
 * Which of those of its session a phase is, for people: `2` of `4`. Folder numbers do not say it, because a plan that
 * changed leaves gaps in them.
 */
export function ordinalOf(
  rows: readonly StatusRow[],
  phase: PhaseId,
): { readonly number: number; readonly of: number } {
  return { number: rows.indexOf(rowOf(rows, phase)) + 1, of: rows.length };
}

/**
 * Rows for a workflow: those that are there keep number, status and attempt; new phases get the next free
 * number; a removed phase keeps its row only when it is done.
 *
 * @param was the workflow of the rows, if that is another plan
 */
export function rowsFor(
  workflow: Workflow,
  before: readonly StatusRow[],
  was: Pick<Workflow, 'phases'> = workflow,
): readonly StatusRow[] {
  const known = new Map(before.map((row) => [row.phase, row]));
  let free = 1 + Math.max(0, ...before.map((row) => row.number));
  const named = new Set(workflow.phases.map((phase) => phase.id));
  const removed = before.filter((row) => !named.has(row.phase) && row.status === 'done');
  const rows = workflow.phases.map((phase): StatusRow => {
    const row = known.get(phase.id);
    const promised = phase.artifacts.length;
    if (row !== undefined)
      return { ...row, artifacts: { present: Math.min(row.artifacts.present, promised), promised } };
    // An item has the folder number of the phase that it is of, and that one the number of its items.
    const kin = kinOf(phase.item?.template ?? phase.id, [...workflow.phases, ...was.phases], before);
    return {
      number: kin[0]?.number ?? free++,
      phase: phase.id,
      status: 'pending',
      // Beyond those that each of them has had: a round is begun once.
      round: Math.max(1, ...kin.map(({ round }) => round)),
      attempt: 0,
      artifacts: { present: 0, promised },
      checked: null,
      updated: null,
    };
  });
  return [...removed, ...rows];
}

/** The rows of a phase that is repeated, and of its items. */
function kinOf(
  template: PhaseId,
  phases: readonly Phase[],
  rows: readonly StatusRow[],
): readonly StatusRow[] {
  const kin = new Set([template, ...phasesNamed(phases, template)]);
  return rows.filter(({ phase }) => kin.has(phase));
}
