import { CairnError } from '../../base/cairnError.ts';
import type { BlobId, RepoPath, TreeId } from '../../model/ids.ts';
import type { Mode } from '../../session/ports.ts';
import { decodePath, nulTerminated, splitNul } from '../bytes.ts';
import { composeTree } from '../compose.ts';
import { modeOf } from '../trees.ts';
import type { PrivateIndex } from './privateIndex.ts';
import type { Place } from './place.ts';

/** Above this, `write-tree` over the whole index is faster than storing the changed folders one by one. */
const MANY = 2000;

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
  const tree = held === null || paths.length > MANY ? await writeTree(place) : await treeAfter(place, held);
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
      writes: true,
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

/** The tree that the index now holds, from the one that it held: only folders that changed are stored. */
async function treeAfter(place: Place, held: TreeId): Promise<TreeId> {
  const args = [
    'diff-index',
    '--cached',
    '--raw',
    '-z',
    '--no-renames',
    '--no-abbrev',
    '--ignore-submodules=none',
    held,
    '--',
  ];
  const { out } = await place.git(args, { cwd: place.root, index: place.index });
  const fields = splitNul(out);
  const edits = new Map<RepoPath, { blob: BlobId; mode: Mode } | null>();
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = '', , blob = ''] = (fields[at] ?? Buffer.alloc(0)).toString('latin1').split(' ');
    edits.set(
      decodePath(fields[at + 1] ?? Buffer.alloc(0)),
      mode === '000000' ? null : { mode: modeOf(mode), blob: blob as BlobId },
    );
  }
  if (edits.size > MANY) return writeTree(place);
  return composeTree(place.trees, place.objects, held, edits);
}

async function writeTree(place: Place): Promise<TreeId> {
  const { out } = await place.git(['write-tree'], { cwd: place.root, index: place.index, writes: true });
  return out.toString('latin1').trim() as TreeId;
}
