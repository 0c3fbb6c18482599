import { CairnError } from '../../base/cairnError.ts';
import { FAULT_WORDS } from '../../model/names/faultWords.ts';
import type { BlobId, RepoPath, TreeId } from '../../model/names/ids.ts';
import type { Mode, WorkingTree } from '../../session/ports.ts';
import { composeTree } from '../compose.ts';
import { FOLDER } from '../trees.ts';
import type { PrivateIndex } from './privateIndex.ts';
import { atOnce } from './putEntries.ts';
import { mapBounded, type Place } from './place.ts';
import { notBehindLink } from './parentInTheWay.ts';
import { takePaths, type Taken, type Taking } from './take.ts';

/** Takes these paths as `git add` would store them, on top of the tree that the private index holds. */
export async function capturePaths(
  place: Place,
  index: PrivateIndex,
  paths: readonly RepoPath[],
  taking: Taking,
): ReturnType<WorkingTree['capture']> {
  const held = (await index.tree()) ?? (await loadedAnew(place, index));
  if (paths.length === 0) return { tree: held, notTaken: [] };
  // `update-index` refuses paths behind a link, where nothing of this tree is left; if the link itself is ignored, nothing else
  // would take those files out.
  const asked = notBehindLink(place.root, paths);
  const { taken, built } = await readable(
    place,
    () => takePaths(place, held, asked, taking),
    (entries) => safeAfter(place, held, paths, entries),
  );
  const { entries, notTaken } = taken;
  const { tree, refused } = built;
  const kept = paths.filter((path) => !refused.has(path));
  await index.captured(new Map(kept.map((path) => [path, entries.get(path) ?? null])), tree);
  return { tree, notTaken: [...notTaken, ...[...refused].map(([path, why]) => ({ path, why }))] };
}

/**
 * After a power loss the working tree still has the work, but its objects may be empty files: git takes such a file for the
 * object and writes nothing. Moving it away helps.
 */
async function readable<T>(
  { objects, log }: Place,
  take: () => Promise<Taken>,
  build: (entries: Taken['entries']) => Promise<T>,
): Promise<{ readonly taken: Taken; readonly built: T }> {
  const taken = await take();
  try {
    return { taken, built: await build(taken.entries) };
  } catch (error) {
    if (!CairnError.is(error, 'data/missing-object') || (await objects.mend()) === 0) throw error;
    log.warn('damaged objects were moved out of the way', { object: error.details.object });
    const again = await take();
    return { taken: again, built: await build(again.entries) };
  }
}

interface Safe {
  readonly tree: TreeId;
  /** What was left out of the tree, with the reason. */
  readonly refused: ReadonlyMap<RepoPath, string>;
}

/**
 * The tree without files that could not be written on every machine: no checkpoint may hold them, but the rest is worth one. Of
 * two files that may not coexist, the older one stays.
 */
async function safeAfter(
  place: Place,
  held: TreeId,
  paths: readonly RepoPath[],
  entries: Taken['entries'],
): Promise<Safe> {
  const refused = new Map<RepoPath, string>();
  for (;;) {
    const left = paths.filter((path) => !refused.has(path));
    const tree = await treeAfter(place, held, left, entries);
    const unsafe = await place.gate.unsafe(tree);
    if (unsafe.length === 0) return { tree, refused };
    const there = await mapBounded(unsafe, ({ path }) => place.trees.find(held, path));
    const added = unsafe.filter((_entry, at) => there[at] === null);
    const before = refused.size;
    for (const { path: at, why } of added.length > 0 ? added : unsafe)
      for (const path of left)
        if (path === at || path.startsWith(`${at}/`)) refused.set(path, FAULT_WORDS[why]);
    // The fault did not come with these paths.
    if (refused.size === before) await place.gate.pass(tree);
  }
}

/** The held tree with what git took. Stores only changed folders. */
async function treeAfter(
  place: Place,
  held: TreeId,
  paths: readonly RepoPath[],
  entries: Taken['entries'],
): Promise<TreeId> {
  const edits = new Map<RepoPath, { blob: BlobId; mode: Mode } | null>();
  for (const path of paths) {
    const entry = entries.get(path) ?? null;
    // If it is not in the index, a file is gone from the tree; a folder of that name has entries of its own.
    if (entry === null && (await place.trees.find(held, path))?.mode === FOLDER) continue;
    edits.set(path, entry);
  }
  return composeTree(place.trees, place.objects, held, edits);
}

/** For when somebody else has touched the private index: without a tree that it is known to hold, the next capture would forget this one. */
async function loadedAnew(place: Place, index: PrivateIndex): Promise<TreeId> {
  const { out } = await place.git(['write-tree'], { cwd: place.root, index: place.index, writes: true });
  const tree = out.toString('latin1').trim() as TreeId;
  await index.load(await place.gate.pass(tree), atOnce);
  return tree;
}
