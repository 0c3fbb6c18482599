import type { PhaseId } from '../names/ids.ts';
import type { StatusRow } from '../status/status.ts';
import type { Phase, Workflow } from '../workflow/workflow.ts';

/** The first phase in file order that is not done and whose needs are done; null when there is none. */
export function nextPhase(
  workflow: Workflow,
  rows: readonly Pick<StatusRow, 'phase' | 'status'>[],
): Phase | null {
  const done = new Set<PhaseId>(rows.filter((row) => row.status === 'done').map((row) => row.phase));
  return (
    workflow.phases.find((phase) => !done.has(phase.id) && phase.needs.every((need) => done.has(need))) ??
    null
  );
}

/** A session is done when every phase of its workflow is. */
export function allDone(workflow: Workflow, rows: readonly Pick<StatusRow, 'phase' | 'status'>[]): boolean {
  const done = new Set<PhaseId>(rows.filter((row) => row.status === 'done').map((row) => row.phase));
  return workflow.phases.every((phase) => done.has(phase.id));
}
