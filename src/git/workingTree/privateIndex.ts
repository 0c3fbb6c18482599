import { rm, stat } from '../../host/disk.ts';
import { CairnError } from '../../base/cairnError.ts';
import type { CommitId, TreeId } from '../../model/names/ids.ts';
import { changesBetween } from '../changes.ts';
import type { Edits } from '../compose.ts';
import type { Passed } from '../gate.ts';
import { createDoubts } from './doubts.ts';
import { doubtsOfForeign } from './inDoubt.ts';
import { readMarker, writeMarker } from './indexMarker.ts';
import { copyIndex, dateIndex, datedBefore } from './indexTime.ts';
import { atOnce, putDated, putEntries } from './putEntries.ts';
import { readSeed } from './readSeed.ts';
import { signatureOf, type Place } from './place.ts';

/** With more differences, git's own walk over whole trees is faster than listing them. */
const MANY = 2000;

/** The index of a session. A marker beside it remembers which tree it holds. */
export interface PrivateIndex {
  /**
   * The tree that the index holds, null if unknown without reading all of it. It has passed the gate: a tree that an earlier
   * Cairn loaded without the gate is not answered.
   */
  tree(): Promise<TreeId | null>;
  /** Call this after writing the index. The marker is void as soon as anybody else writes it. */
  remember(tree: TreeId): Promise<void>;
  /**
   * Loads the tree after `first`; git starts meanwhile. `changed`: the paths that differ from what the index held, null if
   * unknown.
   */
  load<T>(
    at: Passed<CommitId | TreeId>,
    first: () => Promise<T>,
  ): Promise<{ readonly changed: readonly string[] | null; readonly answer: T }>;
  /** Replaces entries; null removes. Git compares the contents of their files again. */
  replace(entries: Edits): Promise<void>;
  /** Takes over a capture's entries, and the tree that they make. The file follows at the next `write`, `load` or `replace`. */
  captured(entries: Edits, tree: TreeId): Promise<void>;
  /** Brings the file up to date before it is read. */
  write(): Promise<void>;
}

/**
 * Kept in memory: a large index is never written for a tree that may not be published, nor right before a flush that would wait
 * for it.
 */
interface Unwritten {
  /** Signature of the file it is based on: it does not apply to one that somebody else has written. */
  readonly on: string | null;
  readonly entries: Edits;
  readonly tree: TreeId;
}

export function createPrivateIndex(place: Place): PrivateIndex {
  let unwritten: Unwritten | null = null;
  const doubts = createDoubts(place);

  /** Includes what is not written yet. */
  const put = async <T>(entries: Edits, first: () => Promise<T>): Promise<T> => {
    const all = new Map([...(unwritten?.entries ?? []), ...entries]);
    if (all.size === 0) return first();
    const { answer, put } = await putDated(place, all, first);
    unwritten = null;
    doubts.replaced(put);
    return answer;
  };

  const index: PrivateIndex = {
    async tree() {
      const { tree, signature } = readMarker(place.index);
      if (unwritten !== null && unwritten.on !== signature) unwritten = null;
      return tree === null ? null : place.gate.passedBefore(unwritten?.tree ?? tree);
    },
    remember: async (tree) => writeMarker(place.index, tree),
    async load(at, first) {
      const [want, have] = await Promise.all([place.trees.rootOf(at), index.tree()]);
      doubts.begin();
      if (have === want) {
        const answer = await first();
        await index.write();
        return { changed: [], answer };
      }
      const few = await lacking(place, have, want);
      if (few !== null) {
        const answer = await put(few, first);
        await index.remember(want);
        return { changed: [...few.keys()], answer };
      }
      const answer = await first();
      unwritten = null;
      if (!(await loadWhole(place, want, have === null)).isSettled)
        await index.replace(await doubts.refresh());
      await index.remember(want);
      return { changed: null, answer };
    },
    replace: (entries) => put(entries, atOnce),
    async captured(entries, tree) {
      unwritten = {
        on: signatureOf(place.index),
        entries: new Map([...(unwritten?.entries ?? []), ...entries]),
        tree,
      };
    },
    async write() {
      const tree = await index.tree();
      if (tree === null) return;
      const isDue = await doubts.areMany();
      if (unwritten === null && !isDue) return;
      const early = isDue ? await doubts.refresh() : [];
      await index.replace(new Map([...early, ...(unwritten?.entries ?? [])]));
      await index.remember(tree);
    },
  };
  return index;
}

/**
 * Has an index hold a tree from now on. Where it lacks little, the file follows with what is replaced next: a large one is not
 * written twice. Answers the paths that differ from what it held, null if unknown.
 */
export async function expectTree(
  place: Place,
  index: PrivateIndex,
  at: Passed<TreeId>,
): Promise<readonly string[] | null> {
  const [want, have] = await Promise.all([place.trees.rootOf(at), index.tree()]);
  const few = await lacking(place, have, want);
  if (few === null) return (await index.load(at, atOnce)).changed;
  if (few.size > 0) await index.captured(few, want);
  return [...few.keys()];
}

/** What an index lacks of a tree; null if that is unknown, or too much to list. */
async function lacking(place: Place, have: TreeId | null, want: TreeId): Promise<Edits | null> {
  const found = have === null ? null : await whatDiffers(place, have, want);
  return found === null || found.length > MANY
    ? null
    : new Map(found.map(({ path, after }) => [path, after]));
}

/** Null if one of them is unreadable, such as the tree of a checkpoint lost in a power loss. */
async function whatDiffers(
  { trees }: Place,
  have: TreeId,
  want: TreeId,
): Promise<Awaited<ReturnType<typeof changesBetween>> | null> {
  try {
    return await changesBetween(trees, have, want);
  } catch (error) {
    if (CairnError.is(error, 'data/missing-object')) return null;
    throw error;
  }
}

/**
 * Loads from scratch, or from what the tree's own index knows about unchanged files, if that can be trusted.
 *
 * @param foreign true if somebody unknown wrote the private index
 * @returns whether it knows all that can be known of files without git looking at them
 */
async function loadWhole(
  place: Place,
  tree: TreeId,
  foreign: boolean,
): Promise<{ readonly isSettled: boolean }> {
  const readTree = (...args: readonly string[]): Promise<unknown> =>
    datedBefore(place.index, () =>
      place.git(['read-tree', ...args], { cwd: place.root, index: place.index, writes: true }),
    );
  const holds = signatureOf(place.index) === null ? await seed(place) : null;
  try {
    if (foreign && signatureOf(place.index) !== null) await doubt(place);
    if (holds === tree && signatureOf(place.index) !== null) return { isSettled: true };
    // Keeps the stat data of unchanged entries, and (unlike `-m`) ignores differing files.
    await readTree('--reset', tree);
  } catch (error) {
    // A private index that git cannot read (torn, or of another git) can be made anew.
    place.log.warn('the private index is made anew', { index: place.index, error: String(error) });
    await rm(place.index, { force: true });
    await readTree(tree);
  }
  return { isSettled: false };
}

/** Takes from somebody else's index what must not be trusted; removes one that we cannot read. */
async function doubt(place: Place): Promise<void> {
  const { mtimeMs } = await stat(place.index);
  const doubts = await doubtsOfForeign(place.index, place.zero.length / 2, place.root);
  if (doubts === null) return rm(place.index, { force: true });
  await putEntries(place, doubts.believed, atOnce);
  // What git guarded until now it guards on.
  return dateIndex(place.index, mtimeMs);
}

/** Starts it as a copy of the tree's own index where that is safe. Answers the tree that it holds then, null if unknown. */
async function seed(place: Place): Promise<TreeId | null> {
  const own = await place.gitPath('index');
  const { isSafe, tree } = await readSeed(own);
  if (isSafe) await copyIndex(own, place.index);
  return tree;
}
