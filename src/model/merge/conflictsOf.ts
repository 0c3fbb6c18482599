import type { RepoPath } from '../names/ids.ts';
import { isMarkedKind, type ConflictKind, type MergeConflict } from './conflict.ts';

/** A file of one side: its mode as git writes it, and the id of its contents. */
export interface MergeSide {
  readonly mode: string;
  readonly id: string;
}

/** What the three trees have at a path, or of the file that was renamed to it; null: no file. */
export interface MergeSides {
  readonly base: MergeSide | null;
  readonly ours: MergeSide | null;
  readonly theirs: MergeSide | null;
}

/** What became of one path. */
export interface UnmergedPath {
  readonly path: RepoPath;
  readonly sides: MergeSides;
  /** Of its contents: markers are laid in them, they are merged whole, or neither. */
  readonly contents: 'marked' | 'merged' | 'open';
  /** Its attributes name a merge driver that is never run. */
  readonly driver: boolean;
}

/** Conflicts that no single path shows: files or folders whose names are open. */
export interface StructuralConflict {
  readonly kind: ConflictKind;
  readonly paths: readonly RepoPath[];
}

/**
 * Tells each conflict once: first those over names, then of every other path what its three sides say. Where both sides gave a
 * file another mode, that is a conflict of its own: markers in the file do not show it.
 */
export function conflictsOf(
  structural: readonly StructuralConflict[],
  unmerged: readonly UnmergedPath[],
): readonly MergeConflict[] {
  const told = structural.map(({ kind, paths }): MergeConflict => ({
    kind,
    paths: sorted(paths),
    hasMarkers: false,
  }));
  const named = new Set(structural.flatMap(({ paths }) => paths));
  const others = unmerged.filter(({ path }) => !named.has(path));
  return onceEach([...told, ...others.flatMap((one) => ofPath(one))]);
}

function ofPath(unmerged: UnmergedPath): readonly MergeConflict[] {
  const { path, sides } = unmerged;
  const kind = kindOf(unmerged);
  const first: MergeConflict = { kind, paths: [path], hasMarkers: isMarkedKind(kind) };
  return kind !== 'mode' && areModesOpen(sides)
    ? [first, { kind: 'mode', paths: [path], hasMarkers: false }]
    : [first];
}

function kindOf({ sides, contents, driver }: UnmergedPath): ConflictKind {
  const { base, ours, theirs } = sides;
  const modes = [ours, theirs].map((side) => side?.mode);
  if (modes.includes('160000')) return 'submodule';
  if (ours === null || theirs === null) return base === null ? 'other' : 'modify/delete';
  if (modes.includes('120000')) return 'link';
  if (ours.id === theirs.id || contents === 'merged') return areModesOpen(sides) ? 'mode' : 'other';
  if (driver) return 'driver';
  if (contents === 'open') return 'binary';
  return base === null ? 'add/add' : 'content';
}

function areModesOpen({ base, ours, theirs }: MergeSides): boolean {
  if (ours === null || theirs === null || !isFile(ours) || !isFile(theirs)) return false;
  return ours.mode !== theirs.mode && ours.mode !== base?.mode && theirs.mode !== base?.mode;
}

const isFile = ({ mode }: MergeSide): boolean => mode !== '120000' && mode !== '160000';

function onceEach(conflicts: readonly MergeConflict[]): readonly MergeConflict[] {
  return [...new Map(conflicts.map((one) => [JSON.stringify([one.kind, one.paths]), one])).values()];
}

const sorted = (paths: readonly RepoPath[]): readonly RepoPath[] => [...new Set(paths)].sort();
