import { copyFile, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { CairnError } from '../../base/cairnError.ts';
import type { CommitId, TreeId } from '../../model/names/ids.ts';
import { encodePath } from '../bytes.ts';
import { beginGit } from '../beginGit.ts';
import { changesBetween } from '../changes.ts';
import type { Edits } from '../compose.ts';
import type { Passed } from '../gate.ts';
import { createDoubts } from './doubts.ts';
import { doubtsOfForeign } from './inDoubt.ts';
import { seedIsSafe } from './seedIsSafe.ts';
import { signatureOf, type Place } from './place.ts';

/** Above this, git's own walk over whole trees is faster than our lines. */
const MANY = 2000;

/** The index of a session: which tree it holds is remembered beside it. */
export interface PrivateIndex {
  /**
   * The tree that the index holds, null when nobody can say without reading all of it. It came through the gate: one that
   * an earlier Cairn loaded without it is not said.
   */
  tree(): Promise<TreeId | null>;
  /** To be called after the index was written; what is remembered is void as soon as anybody else writes it. */
  remember(tree: TreeId): Promise<void>;
  /**
   * Loads the tree once `first` is done; git starts meanwhile. `changed`: the paths that differ from what the index held, null
   * when that cannot be said.
   */
  load<T>(
    at: Passed<CommitId | TreeId>,
    first: () => Promise<T>,
  ): Promise<{ readonly changed: readonly string[] | null; readonly answer: T }>;
  /** Replaces entries; null removes. git compares the contents of their files once more. */
  replace(entries: Edits): Promise<void>;
  /** What a capture made of the index, and the tree that it then holds. The file follows with the next `write` or `load`. */
  captured(entries: Edits, tree: TreeId): Promise<void>;
  /** Brings the file in step, before somebody looks at it. */
  write(): Promise<void>;
}

/** A large index is not written for a tree that may never be published, and never just before a flush has to wait for it. */
interface Unwritten {
  /** The file that it comes on top of: into what somebody else has written meanwhile it does not belong. */
  readonly on: string | null;
  readonly entries: Edits;
  readonly tree: TreeId;
}

/**
 * In the marker: the tree came through the gate, and entries are in doubt where they have to be. Earlier ones let more in, and
 * believed too much.
 */
const MARK = 'passed-doubted';

/** Null: nobody says what the index holds, or somebody has written it since. */
async function readMarker(index: string): Promise<{ tree: TreeId | null; signature: string | null }> {
  const [text, signature] = await Promise.all([
    readFile(`${index}.tree`, 'utf8').catch(absent),
    signatureOf(index),
  ]);
  const [tree = '', ...rest] = text?.split(' ') ?? [];
  const holds = signature !== null && rest.join(' ') === `${MARK} ${signature}`;
  return { tree: holds ? (tree as TreeId) : null, signature };
}

async function writeMarker(index: string, tree: TreeId): Promise<void> {
  await writeFile(`${index}.tree.new`, `${tree} ${MARK} ${await signatureOf(index)}`);
  await rename(`${index}.tree.new`, `${index}.tree`);
}

export function createPrivateIndex(place: Place): PrivateIndex {
  let unwritten: Unwritten | null = null;
  const doubts = createDoubts(place);

  /** What is not written yet goes along. */
  const put = async <T>(entries: Edits, first: () => Promise<T>): Promise<T> => {
    const all = new Map([...(unwritten?.entries ?? []), ...entries]);
    const answer = await putEntries(place, all, first);
    unwritten = null;
    doubts.replaced(all);
    return answer;
  };

  const index: PrivateIndex = {
    async tree() {
      const { tree, signature } = await readMarker(place.index);
      if (unwritten !== null && unwritten.on !== signature) unwritten = null;
      return tree === null ? null : place.gate.passedBefore(unwritten?.tree ?? tree);
    },
    remember: (tree) => writeMarker(place.index, tree),
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
        on: await signatureOf(place.index),
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

/** Where nothing has to be done first. */
export const atOnce = async (): Promise<void> => {};

type Indexed = Pick<Place, 'program' | 'root' | 'index' | 'zero'>;

/** Entries of an index replaced, added or removed; nothing is then known of their files. `first` as in {@link PrivateIndex}. */
export async function putEntries<T>(
  { program, root, index, zero }: Indexed,
  entries: Edits,
  first: () => Promise<T>,
): Promise<T> {
  if (entries.size === 0) return first();
  const git = beginGit(program, ['update-index', '-z', '--index-info'], { cwd: root, index, writes: true });
  try {
    const answer = await first();
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

/** Null: one of them cannot be read any more, such as the tree of a checkpoint that a power loss took. */
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
 * From nothing, or from what the tree's own index knows about unchanged files where that can be trusted.
 *
 * @param foreign what is in the private index so far was made by nobody that we know
 */
async function loadWhole(place: Place, tree: TreeId, foreign: boolean): Promise<void> {
  const readTree = (...args: readonly string[]): Promise<unknown> =>
    place.git(['read-tree', ...args], { cwd: place.root, index: place.index, writes: true });
  if ((await signatureOf(place.index)) === null) await seed(place);
  try {
    if (foreign && (await signatureOf(place.index)) !== null) {
      const doubts = await doubtsOfForeign(place.index, place.zero.length / 2, place.root);
      if (doubts === null) await rm(place.index, { force: true });
      else await putEntries(place, doubts.believed, atOnce);
    }
    // Keeps the stat data of entries that stay the same, and (unlike `-m`) minds no file that differs.
    await readTree('--reset', tree);
  } catch (error) {
    // A private index that git cannot merge into (torn, or of another git) holds nothing that cannot be made again.
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
 * Copies an index so that it stays as careful as the original.
 *
 * git believes an entry's stat data only if the file is older than the index (else it was perhaps changed within
 * the same tick of the clock, and git compares contents). A copy with a newer time would believe too much, so the
 * copy gets the original's time, rounded down: at worst a few more files are compared.
 */
export async function copyIndex(from: string, to: string): Promise<void> {
  const { mtimeMs } = await stat(from);
  const fresh = `${to}.copy`;
  await copyFile(from, fresh);
  const seconds = Math.floor(mtimeMs) / 1000;
  await utimes(fresh, seconds, seconds);
  await rename(fresh, to);
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
