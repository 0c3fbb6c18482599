import { readyPhases } from '../graph/planNext.ts';
import type { PhaseId } from '../names/ids.ts';
import type { StatusRow } from '../status/status.ts';
import type { SessionState } from '../status/statusWords.ts';
import type { Workflow } from '../workflow/workflow.ts';

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
 * Where phases work side by side, a session runs as long as one of them works or may begin; else it waits if one waits, else it is
 * blocked if one is. Where they run one by one, any that waits or is blocked stops it.
 *
 * @param alone what the phase that is published makes of the session, were it alone
 */
export function stateBeside(
  { phases }: Pick<Workflow, 'phases'>,
  rows: readonly StatusRow[],
  { atOnce, working, isLimited }: Beside,
  alone: { readonly state: SessionState; readonly next: PhaseId | null },
): Whole {
  const one: Whole = { ...alone, next: alone.next === null ? null : [alone.next] };
  if (alone.state === 'done' || alone.state === 'cancelled') return one;
  if (atOnce === 1) return heldUp(rows) ?? one;
  const ready = isLimited ? [] : readyPhases(phases, rows).slice(0, Math.max(0, atOnce - working.length));
  const busy = new Set([...working, ...ready.map(({ id }) => id)]);
  const running = rows.map(({ phase }) => phase).filter((phase) => busy.has(phase));
  return running.length > 0 ? { state: 'running', next: running } : (heldUp(rows) ?? one);
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
