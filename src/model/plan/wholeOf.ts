import { readyPhases } from '../graph/planNext.ts';
import type { PhaseId } from '../names/ids.ts';
import type { StatusRow } from '../status/status.ts';
import type { SessionState } from '../status/statusWords.ts';
import type { Workflow } from '../workflow/workflow.ts';
import { nextPhase } from './nextPhase.ts';

/** What a session is, and the phases that say so. */
export interface Whole {
  readonly state: SessionState;
  /** In the order of the table; null when none does. */
  readonly next: readonly PhaseId[] | null;
}

/** What decides besides the rows. */
export interface Beside {
  /** How many phases may work at once. */
  readonly atOnce: number;
  /** Phases at work. */
  readonly working: readonly PhaseId[];
  /** The session waits with the question of a limit of its own: none begins. */
  readonly isLimited: boolean;
}

/**
 * What a session is by its rows. Where phases work side by side, it runs as long as one of them works or may begin; else it waits if
 * one waits, else it is blocked if one is. Where they run one by one, any that waits or is blocked stops it.
 */
export function wholeOf(
  workflow: Pick<Workflow, 'phases'>,
  rows: readonly StatusRow[],
  beside: Beside,
): Whole {
  if (rows.some(({ status }) => status === 'cancelled')) return { state: 'cancelled', next: null };
  const next = nextPhase(workflow, rows);
  if (next === null) return { state: 'done', next: null };
  const running = beside.atOnce === 1 ? [] : runningIn(workflow, rows, beside);
  if (running.length > 0) return { state: 'running', next: running };
  return heldUp(rows) ?? { state: 'running', next: [next.id] };
}

/** Phases that work or may begin, in the order of the table. */
function runningIn(
  { phases }: Pick<Workflow, 'phases'>,
  rows: readonly StatusRow[],
  { atOnce, working, isLimited }: Beside,
): readonly PhaseId[] {
  const ready = isLimited ? [] : readyPhases(phases, rows).slice(0, Math.max(0, atOnce - working.length));
  const busy = new Set([...working, ...ready.map(({ id }) => id)]);
  return rows.map(({ phase }) => phase).filter((phase) => busy.has(phase));
}

/** The session as held up by those that wait, else by those that are blocked; null: none is. */
export function heldUp(
  rows: readonly StatusRow[],
): { readonly state: 'waiting' | 'blocked'; readonly next: readonly PhaseId[] } | null {
  for (const state of ['waiting', 'blocked'] as const) {
    const held = rows.filter(({ status }) => status === state).map(({ phase }) => phase);
    if (held.length > 0) return { state, next: held };
  }
  return null;
}
