import type { Checkpoint } from './checkpoint.ts';
import type { CheckpointKind } from './trailers.ts';
import type { CommitId, PhaseId } from '../names/ids.ts';
import type { StatusRow } from '../status/status.ts';
import { lineBehind } from './lineBehind.ts';

/** Kinds of checkpoints that belong to a phase: attempts, questions, decisions. */
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
 * The last checkpoint before a phase's first attempt in its round: its diff starts here, and "new or changed" is measured against it. Skips
 * what a restore undid, so a phase that was open then continues from its beginning, and an untried one begins anew. An edit
 * between two of its attempts, or accepted on its approval, is part of the phase; one before the first attempt belongs to the
 * base. Null if the clone does not reach back that far.
 *
 * @param newestFirst the session's checkpoints, newest first, from the one to look back from
 */
export function phaseBase(
  newestFirst: readonly Checkpoint[],
  { phase, round }: Pick<StatusRow, 'phase' | 'round'>,
): CommitId | null {
  const line = lineOf(newestFirst);
  const first = line.findLastIndex(
    (at) => isOwn(at, phase) && roundOf(at) === round && isNewAttempt(at, newestFirst),
  );
  if (first === -1) return newestFirst[0]?.commit ?? null;
  return line[first + 1]?.commit ?? newestFirst.at(-1)?.parent ?? null;
}

/** The newest checkpoint of a phase that no restore undid; if it is done, the one that closed it. */
export function phaseTip(newestFirst: readonly Checkpoint[], phase: PhaseId): Checkpoint | null {
  return lineOf(newestFirst).find((at) => isOwn(at, phase)) ?? null;
}

/** The latest checkpoint that closed a phase: its gate held without approval, or it was approved, and that was no word alone. */
export function closingCheckpoint(newestFirst: readonly Checkpoint[], phase: PhaseId): Checkpoint | null {
  return newestFirst.find((at) => at.trailers.phase === phase && closes(at)) ?? null;
}

export const closes = ({ trailers: { kind }, leavesOpen }: Checkpoint): boolean =>
  kind === 'phase' || (kind === 'approval' && leavesOpen !== true);

/** Before schema 2 there was only one. */
const roundOf = ({ trailers }: Checkpoint): number => trailers.round ?? 1;

const lineOf = (newestFirst: readonly Checkpoint[]): readonly Checkpoint[] =>
  lineBehind(newestFirst, ({ trailers }) => trailers);

function isOwn(checkpoint: Checkpoint, phase: PhaseId): boolean {
  return checkpoint.trailers.phase === phase && OWN.includes(checkpoint.trailers.kind);
}

/** False for what was published before an attempt: a failed setup, or the question where to continue. */
function isNewAttempt({ trailers: of, commit }: Checkpoint, newestFirst: readonly Checkpoint[]): boolean {
  const older = newestFirst.slice(1 + newestFirst.findIndex((at) => at.commit === commit));
  const highest = older.map(({ trailers }) => (trailers.phase === of.phase ? (trailers.attempt ?? 0) : 0));
  return (of.attempt ?? 0) > Math.max(0, ...highest);
}
