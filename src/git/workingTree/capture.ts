import { CairnError } from '../../base/cairnError.ts';
import type { BlobId, RepoPath, TreeId } from '../../model/ids.ts';
import type { Mode } from '../../session/ports.ts';
import { nulTerminated } from '../bytes.ts';
import { composeTree } from '../compose.ts';
import { FOLDER } from '../trees.ts';
import { readIndexEntries, type IndexEntry } from './indexEntries.ts';
import type { PrivateIndex } from './privateIndex.ts';
import type { Place } from './place.ts';

/** Paths that git could not take, with its reason. */
export type NotTaken = readonly { readonly path: RepoPath; readonly why: string }[];

/**
 * Takes these paths into the private index as `git add` would store them, clean filters included.
 *
 * `update-index` stops at the first path that it cannot take and then takes none: the list is halved until the
 * culprits are alone, so that one unreadable file costs itself only.
 */
export async function capturePaths(
  place: Place,
  index: PrivateIndex,
  paths: readonly RepoPath[],
): Promise<{ readonly tree: TreeId; readonly notTaken: NotTaken }> {
  const held = await index.tree();
  const notTaken: { path: RepoPath; why: string }[] = [];
  if (paths.length > 0) await take(place, paths, notTaken);
  const entries = await readIndexEntries(place.index, paths, place.zero.length / 2);
  const tree = await (held !== null && entries !== null
    ? treeAfter(place, held, paths, entries)
    : writeTree(place));
  const taken = await Promise.all(paths.map((path) => place.trees.find(tree, path)));
  place.objects.flush(taken.flatMap((node) => node?.id ?? []));
  await index.remember(tree);
  return { tree, notTaken };
}

async function take(
  place: Place,
  paths: readonly RepoPath[],
  notTaken: { path: RepoPath; why: string }[],
): Promise<void> {
  try {
    await place.git(['update-index', '-z', '--add', '--remove', '--replace', '--stdin'], {
      cwd: place.root,
      index: place.index,
      writes: 'flushed-later',
      input: nulTerminated(paths),
    });
  } catch (error) {
    if (!CairnError.is(error, 'git/failed')) throw error;
    const [only] = paths;
    if (paths.length === 1 && only !== undefined) {
      notTaken.push({ path: only, why: error.details.stderr });
      place.log.warn('git could not take a path', { path: only, why: error.details.stderr });
      return;
    }
    const half = Math.ceil(paths.length / 2);
    await take(place, paths.slice(0, half), notTaken);
    await take(place, paths.slice(half), notTaken);
  }
}

/**
 * The tree that the index now holds, from the one that it held: only folders that changed are stored, side by side,
 * where `write-tree` stores one after the other and writes the index again.
 */
async function treeAfter(
  place: Place,
  held: TreeId,
  paths: readonly RepoPath[],
  entries: ReadonlyMap<RepoPath, IndexEntry>,
): Promise<TreeId> {
  const edits = new Map<RepoPath, { blob: BlobId; mode: Mode } | null>();
  for (const path of paths) {
    const entry = entries.get(path) ?? null;
    // Not in the index: a file is gone from the tree; a folder of that name has entries of its own.
    if (entry === null && (await place.trees.find(held, path))?.mode === FOLDER) continue;
    edits.set(path, entry);
  }
  return composeTree(place.trees, place.objects, held, edits);
}

async function writeTree(place: Place): Promise<TreeId> {
  const { out } = await place.git(['write-tree'], { cwd: place.root, index: place.index, writes: true });
  return out.toString('latin1').trim() as TreeId;
}
