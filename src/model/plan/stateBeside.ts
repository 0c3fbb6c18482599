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

/**
 * Where phases work side by side, a session runs as long as one of them works or may begin; else it waits if one waits, else it is
 * blocked if one is. Where they run one by one, the first that waits or is blocked stops it.
 *
 * @param working phases at work
 * @param alone what the phase that is published makes of the session, were it alone
 */
export function stateBeside(
  { parallel, phases }: Pick<Workflow, 'parallel' | 'phases'>,
  rows: readonly StatusRow[],
  working: readonly PhaseId[],
  alone: { readonly state: SessionState; readonly next: PhaseId | null },
): Whole {
  const one: Whole = { ...alone, next: alone.next === null ? null : [alone.next] };
  if (parallel === 1 || alone.state === 'done' || alone.state === 'cancelled') return one;
  const ready = readyPhases(phases, rows).slice(0, Math.max(0, parallel - working.length));
  const busy = new Set([...working, ...ready.map(({ id }) => id)]);
  const running = rows.map(({ phase }) => phase).filter((phase) => busy.has(phase));
  if (running.length > 0) return { state: 'running', next: running };
  for (const state of ['waiting', 'blocked'] as const) {
    const held = rows.filter(({ status }) => status === state).map(({ phase }) => phase);
    if (held.length > 0) return { state, next: held };
  }
  return one;
}
