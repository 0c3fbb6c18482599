import type { Checkpoint } from './checkpoint.ts';
import { closingCheckpoint } from './phaseBase.ts';
import type { PhaseId } from './ids.ts';

/** What a person may ask to go back to, and what that means. */
export type RestoreChoice =
  | { readonly kind: 'to'; readonly checkpoint: Checkpoint }
  /** Back to before the restore that is the last checkpoint. */
  | { readonly kind: 'undo'; readonly checkpoint: Checkpoint; readonly restore: Checkpoint }
  | { readonly kind: 'unknown'; readonly known: readonly string[] }
  | { readonly kind: 'nothing-to-undo' };

/** Finds the checkpoint that a phase id, a seq or an undo means. A phase: the latest checkpoint that closed it. */
export function chooseRestore(
  newestFirst: readonly Checkpoint[],
  target: { readonly to: string } | { readonly undo: true },
): RestoreChoice {
  if ('undo' in target) {
    const [restore, before] = newestFirst;
    return restore?.trailers.kind === 'restore' && before !== undefined
      ? { kind: 'undo', checkpoint: before, restore }
      : { kind: 'nothing-to-undo' };
  }
  const found = /^\d+$/.test(target.to)
    ? newestFirst.find((checkpoint) => checkpoint.trailers.seq === Number(target.to))
    : closingCheckpoint(newestFirst, target.to as PhaseId);
  if (found !== undefined && found !== null) return { kind: 'to', checkpoint: found };
  const closed = newestFirst.flatMap(({ trailers }) =>
    trailers.phase !== null && (trailers.kind === 'phase' || trailers.kind === 'approval')
      ? [trailers.phase as string]
      : [],
  );
  const newest = newestFirst[0]?.trailers.seq ?? 0;
  const oldest = newestFirst.at(-1)?.trailers.seq ?? 0;
  return {
    kind: 'unknown',
    known: [...new Set(closed)].reverse().concat(newest === 0 ? [] : [`${oldest}..${newest}`]),
  };
}

type ChangeKind = 'added' | 'modified' | 'deleted';

/**
 * What a restore changes on disk, without touching it: the way from the tip to the target, and every file
 * that is not as the tip has it.
 *
 * @param steps files that differ between the tip and the target
 * @param pending files on disk that differ from the tip; the target has them as the tip does unless `steps` says otherwise
 */
export function previewRestore(
  steps: readonly { readonly path: string; readonly kind: ChangeKind }[],
  pending: readonly { readonly path: string; readonly change: ChangeKind }[],
): readonly { readonly path: string; readonly change: ChangeKind }[] {
  const changes = new Map<string, ChangeKind>(steps.map((step) => [step.path, step.kind]));
  for (const { path, change } of pending) {
    const step = changes.get(path);
    if (step === undefined)
      changes.set(path, change === 'added' ? 'deleted' : change === 'deleted' ? 'added' : 'modified');
    // On disk already gone, or there although the tip lacks it: what the person sees is another word.
    else if (change === 'deleted') step === 'deleted' ? changes.delete(path) : changes.set(path, 'added');
    else if (change === 'added') changes.set(path, 'modified');
  }
  return [...changes].map(([path, change]) => ({ path, change })).sort((a, b) => (a.path < b.path ? -1 : 1));
}
