import { copyFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { CairnError } from '../../base/cairnError.ts';
import type { CommitId, TreeId } from '../../model/names/ids.ts';
import { encodePath } from '../bytes.ts';
import { beginGit } from '../beginGit.ts';
import { changesBetween } from '../changes.ts';
import type { Edits } from '../compose.ts';
import type { Passed } from '../gate.ts';
import { createDoubts } from './doubts.ts';
import { doubtsOfForeign } from './inDoubt.ts';
import { readMarker, writeMarker } from './indexMarker.ts';
import { seedIsSafe } from './seedIsSafe.ts';
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
  /** Takes over a capture's entries, and the tree that they make. The file follows at the next `write` or `load`. */
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
    const answer = await putEntries(place, all, first);
    unwritten = null;
    doubts.replaced(all);
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
      const few = have === null ? null : await whatDiffers(place, have, want);
      if (few !== null && few.length <= MANY) {
        const answer = await put(new Map(few.map(({ path, after }) => [path, after])), first);
        await index.remember(want);
        return { changed: few.map(({ path }) => path), answer };
      }
      const answer = await first();
      unwritten = null;
      await loadWhole(place, want, have === null);
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

/** For a load without anything to do first. */
export const atOnce = async (): Promise<void> => {};

type Indexed = Pick<Place, 'program' | 'root' | 'index' | 'zero'>;

/** Replaces, adds or removes entries of an index, without stat data of their files. `first` as in {@link PrivateIndex}. */
export async function putEntries<T>(
  { program, root, index, zero }: Indexed,
  entries: Edits,
  first: () => Promise<T>,
): Promise<T> {
  if (entries.size === 0) return first();
  const before = first();
  // After what comes first: that may start a git of its own, and is waited for.
  const git = beginGit(program, ['update-index', '-z', '--index-info'], { cwd: root, index, writes: true });
  try {
    const answer = await before;
    await git.finish(linesOf(entries, zero));
    return answer;
  } finally {
    await git.cancel();
  }
}

function linesOf(entries: Edits, zero: string): Buffer {
  const lines: Buffer[] = [];
  const add = (head: string, path: string): number =>
    lines.push(Buffer.from(`${head}\t`), encodePath(path), Buffer.from([0]));
  // Deletions first, so that files and folders can change places.
  for (const [path, entry] of entries) if (entry === null) add(`0 ${zero}`, path);
  for (const [path, entry] of entries) if (entry !== null) add(`${entry.mode} ${entry.blob}`, path);
  return Buffer.concat(lines);
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
 */
async function loadWhole(place: Place, tree: TreeId, foreign: boolean): Promise<void> {
  const readTree = (...args: readonly string[]): Promise<unknown> =>
    place.git(['read-tree', ...args], { cwd: place.root, index: place.index, writes: true });
  if (signatureOf(place.index) === null) await seed(place);
  try {
    if (foreign && signatureOf(place.index) !== null) {
      const doubts = await doubtsOfForeign(place.index, place.zero.length / 2, place.root);
      if (doubts === null) await rm(place.index, { force: true });
      else await putEntries(place, doubts.believed, atOnce);
    }
    // Keeps the stat data of unchanged entries, and (unlike `-m`) ignores differing files.
    await readTree('--reset', tree);
  } catch (error) {
    // A private index that git cannot read (torn, or of another git) can be made anew.
    place.log.warn('the private index is made anew', { index: place.index, error: String(error) });
    await rm(place.index, { force: true });
    await readTree(tree);
  }
}

async function seed(place: Place): Promise<void> {
  const own = await place.gitPath('index');
  if (await seedIsSafe(own)) await copyIndex(own, place.index);
}

/**
 * Copies an index so that it stays as cautious as the original.
 *
 * Git trusts an entry's stat data only if the file is older than the index; otherwise the file may have changed within the same
 * clock tick, and git compares contents. A copy with a newer time would trust too much, so it gets the original's time, rounded
 * down: at worst git compares a few more files.
 */
export async function copyIndex(from: string, to: string): Promise<void> {
  const { mtimeMs } = await stat(from);
  const fresh = `${to}.copy`;
  await copyFile(from, fresh);
  const seconds = Math.floor(mtimeMs) / 1000;
  await utimes(fresh, seconds, seconds);
  await rename(fresh, to);
}
