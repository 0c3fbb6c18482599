import { readyPhases } from '../graph/planNext.ts';
import type { PhaseId } from '../names/ids.ts';
import type { StatusRow } from '../status/status.ts';
import type { SessionState } from '../status/statusWords.ts';
import type { Workflow } from '../workflow/workflow.ts';

/** What a session is, and the phase that says so. */
interface Whole {
  readonly state: SessionState;
  readonly next: PhaseId | null;
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
  alone: Whole,
): Whole {
  if (parallel === 1 || alone.state === 'done' || alone.state === 'cancelled') return alone;
  const [next = working[0]] = readyPhases(phases, rows).map(({ id }) => id);
  if (next !== undefined) return { state: 'running', next };
  for (const state of ['waiting', 'blocked'] as const) {
    const held = rows.find(({ status }) => status === state);
    if (held !== undefined) return { state, next: held.phase };
  }
  return alone;
}
