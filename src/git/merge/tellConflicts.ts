import { lookUp } from '../../base/lookUp.ts';
import { CairnError } from '../../base/cairnError.ts';
import type { ConflictKind, MergeConflict } from '../../model/merge/conflict.ts';
import {
  conflictsOf,
  type MergeSide,
  type MergeSides,
  type StructuralConflict,
  type UnmergedPath,
} from '../../model/merge/conflictsOf.ts';
import { holdsMarkers, type MergeLabels } from '../../model/merge/markers.ts';
import type { RepoPath, TreeId } from '../../model/names/ids.ts';
import type { Objects } from '../objects.ts';
import { FOLDER, modeOf, type Trees } from '../trees.ts';
import type { SaidMerge, SaidMessage } from './readMerge.ts';

export interface Sides {
  readonly base: TreeId;
  readonly ours: TreeId;
  readonly theirs: TreeId;
}

/** Messages that go with a clean merge. Any other one tells a choice of git's, or is of a git that we do not know. */
const CLEAN: readonly string[] = [
  'Auto-merging',
  'Directory rename skipped since directory was renamed on both sides',
];
/** Those that say no more than the sides of a path do. */
const BY_SIDES = /^CONFLICT \((contents|binary|modify\/delete|distinct modes|submodule.*)\)$/;
const FILE_DIRECTORY = 'CONFLICT (file/directory)';
const STRUCTURAL: Readonly<Record<string, ConflictKind>> = {
  [FILE_DIRECTORY]: 'file/directory',
  'CONFLICT (rename/rename)': 'rename/rename',
  'CONFLICT (rename/delete)': 'rename/delete',
  'CONFLICT (rename involved in collision)': 'rename/add',
  'CONFLICT (directory rename suggested)': 'directory rename',
  'CONFLICT (file in way of directory rename)': 'directory rename',
  'CONFLICT(directory rename collision)': 'directory rename',
  'CONFLICT(directory rename unclear split)': 'directory rename',
};

export interface Merging {
  readonly trees: Trees;
  readonly objects: Objects;
  readonly sides: Sides;
  readonly labels: MergeLabels;
  /** Paths that are open whatever git says. */
  readonly guessed: readonly RepoPath[];
}

/** What of a merge is open; empty only if git says that nothing is, and tells of no choice that it made. */
export async function tellConflicts(
  merging: Merging,
  said: SaidMerge,
  haveDrivers: (paths: readonly RepoPath[]) => Promise<ReadonlySet<RepoPath>>,
): Promise<readonly MergeConflict[]> {
  const structural: StructuralConflict[] = [];
  const open = new Set<RepoPath>(merging.guessed);
  const tell = async (path: RepoPath): Promise<void> => {
    for (const name of await namesOf(merging, said, path)) open.add(name);
  };
  for (const message of said.messages) {
    const { type, paths } = message;
    if (CLEAN.includes(type) || !(await isOpen(merging, said, message))) continue;
    if (BY_SIDES.test(type)) for (const path of paths) await tell(path);
    else structural.push({ kind: lookUp(STRUCTURAL, type) ?? 'other', paths: await known(merging, paths) });
  }
  for (const path of said.unmerged.keys()) await tell(path);
  const drivers = await haveDrivers([...open]);
  const unmerged: UnmergedPath[] = [];
  for (const path of open) {
    const sides = await sidesAt(merging, path, said.unmerged.get(path));
    const contents = await contentsAt(merging, said.tree, path, sides);
    unmerged.push({ path, sides, contents, driver: drivers.has(path) });
  }
  const conflicts = conflictsOf(structural, unmerged);
  if (said.isClean || conflicts.length > 0) return conflicts;
  throw new CairnError('internal/unexpected', { what: 'git names no conflict of a merge that is not clean' });
}

/** Git tells of a file that is in the way of a folder before it sees that the file goes: then it lays none aside. */
async function isOpen(
  { trees, sides }: Merging,
  { tree }: SaidMerge,
  { type, paths }: SaidMessage,
): Promise<boolean> {
  if (type !== FILE_DIRECTORY) return true;
  for (const path of paths)
    if (
      (await isIn(trees, [tree], path)) &&
      !(await isIn(trees, [sides.base, sides.ours, sides.theirs], path))
    )
      return true;
  return false;
}

async function isIn(trees: Trees, of: readonly TreeId[], path: RepoPath): Promise<boolean> {
  return (await Promise.all(of.map((tree) => trees.find(tree, path)))).some((node) => node !== null);
}

/** Those that one of the three trees has, if there are any: a file that git lays aside is `path~label`, and people know it by its own name. */
async function known({ trees, sides }: Merging, paths: readonly RepoPath[]): Promise<readonly RepoPath[]> {
  const three = [sides.base, sides.ours, sides.theirs];
  const there: RepoPath[] = [];
  for (const path of paths) if (await isIn(trees, three, path)) there.push(path);
  return there.length > 0 ? there : paths;
}

/** Of a file that was laid aside the name that stands beside it in a message. */
async function namesOf(
  merging: Merging,
  { messages }: SaidMerge,
  path: RepoPath,
): Promise<readonly RepoPath[]> {
  const beside = messages.flatMap(({ paths }) => (paths.includes(path) ? paths : []));
  return (await known(merging, [path, ...beside])).includes(path) ? [path] : known(merging, beside);
}

/** What git shows of each side, which may have the file under another name, else what the side itself has there. */
async function sidesAt(
  { trees, sides }: Merging,
  path: RepoPath,
  shown: MergeSides | undefined,
): Promise<MergeSides> {
  const sideOf = async (side: keyof Sides): Promise<MergeSide | null> => {
    if (shown?.[side]) return shown[side];
    const node = await trees.find(sides[side], path);
    return node === null || node.mode === FOLDER ? null : { mode: modeOf(node.mode), id: node.id };
  };
  return { base: await sideOf('base'), ours: await sideOf('ours'), theirs: await sideOf('theirs') };
}

async function contentsAt(
  { trees, objects, labels }: Merging,
  merged: TreeId,
  path: RepoPath,
  { base, ours, theirs }: MergeSides,
): Promise<UnmergedPath['contents']> {
  const node = await trees.find(merged, path);
  if (node === null || !node.mode.startsWith('100')) return 'open';
  if ([base, ours, theirs].some((side) => side?.id === node.id)) return 'open';
  return holdsMarkers((await objects.read(node.id)).bytes.toString('latin1'), labels) ? 'marked' : 'merged';
}
