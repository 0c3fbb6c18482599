import type { Checkpoint } from '../checkpoint/checkpoint.ts';
import { closes, closingCheckpoint } from '../checkpoint/phaseBase.ts';
import type { PhaseId } from '../names/ids.ts';

/** What a request to go back means. */
export type RestoreChoice =
  | { readonly kind: 'to'; readonly checkpoint: Checkpoint }
  /** To before the restore that is the last checkpoint. */
  | { readonly kind: 'undo'; readonly checkpoint: Checkpoint; readonly restore: Checkpoint }
  /** `closed`: phases that were, oldest first; `numbers`: the range of seq. */
  | { readonly kind: 'unknown'; readonly closed: readonly string[]; readonly numbers: readonly string[] }
  | { readonly kind: 'nothing-to-undo' };

/** A choice that can be carried out. */
export type ChosenRestore = Extract<RestoreChoice, { kind: 'to' | 'undo' }>;

/**
 * Finds the checkpoint that a phase id, a seq or an undo means. A phase: the latest checkpoint that closed it.
 *
 * @param newestFirst of the session itself: a restore goes to none that a fork inherited
 */
export function chooseRestore(
  newestFirst: readonly Checkpoint[],
  target: { readonly to: string } | { readonly undo: true },
): RestoreChoice {
  if ('undo' in target) return chooseUndo(newestFirst);
  const found = checkpointNamed(newestFirst, target.to);
  if (found === null) return { kind: 'unknown', ...knownTargets(newestFirst) };
  return { kind: 'to', checkpoint: found };
}

/** `opened` names the beginning, as in packet pointers; no phase may have this id. */
export function checkpointNamed(newestFirst: readonly Checkpoint[], name: string): Checkpoint | null {
  if (name === 'opened') return newestFirst.at(-1) ?? null;
  if (!/^\d+$/.test(name)) return closingCheckpoint(newestFirst, name as PhaseId);
  return newestFirst.find((checkpoint) => checkpoint.trailers.seq === Number(name)) ?? null;
}

function chooseUndo([restore, before]: readonly Checkpoint[]): RestoreChoice {
  if (restore?.trailers.kind !== 'restore' || before === undefined) return { kind: 'nothing-to-undo' };
  return { kind: 'undo', checkpoint: before, restore };
}

/** The targets that exist: closed phases, oldest first, and the range of seq. */
export function knownTargets(
  newestFirst: readonly Checkpoint[],
): Omit<Extract<RestoreChoice, { kind: 'unknown' }>, 'kind'> {
  const closed = newestFirst.filter(closes).flatMap(({ trailers }) => trailers.phase ?? []);
  const numbers =
    newestFirst.length === 0 ? [] : [`${newestFirst.at(-1)?.trailers.seq}..${newestFirst[0]?.trailers.seq}`];
  return { closed: [...new Set<string>(closed)].reverse(), numbers };
}
