import type { Checkpoint } from '../checkpoint/checkpoint.ts';
import { lineBehind } from '../checkpoint/lineBehind.ts';
import { closes } from '../checkpoint/phaseBase.ts';
import type { CommitId, PhaseId } from '../names/ids.ts';
import type { StatusRow } from '../status/status.ts';

/** The checkpoint that has all the work of a phase that is done. */
export interface ClosedPhase {
  readonly phase: PhaseId;
  readonly commit: CommitId;
}

/**
 * Where each phase that is done was closed last, in the order in which that was published, without what a restore undid. What lies
 * between two of them (a person's edits, a round that was sent back) is in the tree of the later one.
 *
 * @param newestFirst the checkpoints of the session
 */
export function closedInOrder(
  newestFirst: readonly Checkpoint[],
  rows: readonly StatusRow[],
): readonly ClosedPhase[] {
  const done = new Set(rows.flatMap(({ phase, status }) => (status === 'done' ? [phase] : [])));
  const closed = new Map<PhaseId, CommitId>();
  for (const at of lineBehind(newestFirst, ({ trailers }) => trailers)) {
    const { phase } = at.trailers;
    if (phase !== null && done.has(phase) && closes(at) && !closed.has(phase)) closed.set(phase, at.commit);
  }
  return [...closed].map(([phase, commit]) => ({ phase, commit })).toReversed();
}
