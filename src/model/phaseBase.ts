import type { Checkpoint, CheckpointKind } from './checkpoint.ts';
import type { CommitId, PhaseId } from './ids.ts';

/** What a phase publishes of itself while it is tried, asked about and decided. */
const OWN: readonly CheckpointKind[] = [
  'phase',
  'waiting',
  'blocked',
  'approval',
  'rejection',
  'answer',
  'edit',
];

/**
 * The checkpoint before a phase's first attempt: what its diff starts from and what "new or changed" is
 * measured against. Walks back over the phase's own checkpoints; an edit made between phases carries no
 * phase and therefore belongs to the base, one accepted on approval carries the phase and does not.
 *
 * @param newestFirst the session's checkpoints, newest first, from the one to look back from
 * @param status the phase's row: one that a restore reopened begins anew, whatever it published before
 */
export function phaseBase(
  newestFirst: readonly Checkpoint[],
  phase: PhaseId,
  status: string = 'done',
): CommitId | null {
  const restored = newestFirst.findIndex((at) => at.trailers.kind === 'restore');
  const from = status === 'pending' && restored !== -1 ? newestFirst.slice(0, restored) : newestFirst;
  const closing = from.findIndex((at) => isOwn(at, phase));
  if (closing === -1) return newestFirst[0]?.commit ?? null;
  const before = newestFirst.slice(closing).find((at) => !isOwn(at, phase));
  return before?.commit ?? newestFirst.at(-1)?.parent ?? null;
}

/** The newest checkpoint of a phase: the one that closed it when it is done. */
export function phaseTip(newestFirst: readonly Checkpoint[], phase: PhaseId): Checkpoint | null {
  return newestFirst.find((at) => isOwn(at, phase)) ?? null;
}

/** The latest checkpoint that closed a phase: a gate that held without approval, or the approval. */
export function closingCheckpoint(newestFirst: readonly Checkpoint[], phase: PhaseId): Checkpoint | null {
  return (
    newestFirst.find(
      (at) =>
        at.trailers.phase === phase && (at.trailers.kind === 'phase' || at.trailers.kind === 'approval'),
    ) ?? null
  );
}

function isOwn(checkpoint: Checkpoint, phase: PhaseId): boolean {
  return checkpoint.trailers.phase === phase && OWN.includes(checkpoint.trailers.kind);
}
