import { rm, writeFile } from 'node:fs/promises';
import { CairnError } from '../../base/cairnError.ts';
import { FAULT_WORDS } from '../../model/names/faultWords.ts';
import type { BlobId, RepoPath, TreeId } from '../../model/names/ids.ts';
import type { Mode } from '../../session/ports.ts';
import { nulTerminated } from '../bytes.ts';
import type { GitCall } from '../createGit.ts';
import { composeTree } from '../compose.ts';
import { failedCleanFilter } from '../errors.ts';
import { asOnePack, MANY_OBJECTS } from '../packs.ts';
import { entryOf, FOLDER } from '../trees.ts';
import { believable, momentBefore } from './inDoubt.ts';
import { readIndexEntries, type IndexEntry } from './indexEntries.ts';
import { entryBytes } from './indexEntry.ts';
import type { PrivateIndex } from './privateIndex.ts';
import { indexOf } from './spliceIndex.ts';
import { mapBounded, type Place } from './place.ts';
import { parentInTheWay } from './parentInTheWay.ts';

/** Paths that git could not take, with its reason. */
export type NotTaken = readonly { readonly path: RepoPath; readonly why: string }[];

export interface Taking {
  /** `.gitattributes` that are tracked and not on disk, as in a sparse checkout: git looks them up in the index. */
  readonly attributes: readonly RepoPath[];
  /** By which no filter is passed by (`filters.ts`). */
  readonly config: NonNullable<GitCall['config']>;
  /** Told how many of the paths git has taken so far; what it throws ends the capture. */
  readonly along: ((taken: number) => Promise<void>) | undefined;
}

interface Taken {
  readonly entries: ReadonlyMap<RepoPath, IndexEntry>;
  readonly notTaken: NotTaken;
}

/**
 * Takes these paths as `git add` would store them, clean filters included, onto the tree that the private index holds.
 *
 * git is given an index of these paths alone: one of 20,000 takes longer to load and write than ten files to store.
 *
 */
export async function capturePaths(
  place: Place,
  index: PrivateIndex,
  paths: readonly RepoPath[],
  taking: Taking,
): Promise<{ readonly tree: TreeId; readonly notTaken: NotTaken }> {
  const held = (await index.tree()) ?? (await writeTree(place, index));
  if (paths.length === 0) return { tree: held, notTaken: [] };
  const few = `${place.index}.few`;
  const asked = await askable(place, paths);
  const before = await fewEntries(place, held, [...asked, ...taking.attributes]);
  const take = async (): Promise<Taken> => {
    await writeFile(few, before);
    return takeInto({ ...place, index: few }, asked, taking);
  };
  const { taken, built } = await readable(place, take, (entries) => safeAfter(place, held, paths, entries));
  const { entries } = taken;
  const { tree, refused } = built;
  await rm(few);
  const kept = paths.filter((path) => !refused.has(path));
  await index.captured(new Map(kept.map((path) => [path, entries.get(path) ?? null])), tree);
  return { tree, notTaken: [...taken.notTaken, ...[...refused].map(([path, why]) => ({ path, why }))] };
}

/**
 * What was cut off by a power loss lies in the working tree still, and its objects may be files without a byte: git takes
 * such a file for the object and writes nothing. Once they are out of the way it does.
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

/**
 * Those that git can be asked about. Behind a link there is nothing of this tree any more, and `update-index` refuses to
 * say even that; where the link itself is ignored, nothing else would take the files out.
 */
async function askable(place: Place, paths: readonly RepoPath[]): Promise<readonly RepoPath[]> {
  const parents = await mapBounded(paths, (path) => parentInTheWay(place.root, path));
  return paths.filter((_path, at) => parents[at]?.kind !== 'link');
}

async function fewEntries(place: Place, held: TreeId, paths: readonly RepoPath[]): Promise<Buffer> {
  const before = await Promise.all(
    paths.map(async (path) => ({ path, node: await place.trees.find(held, path) })),
  );
  const files = before.flatMap(({ path, node }) =>
    node === null || node.mode === FOLDER ? [] : [entryBytes(path, entryOf(node, path))],
  );
  return indexOf(files, place.zero.length / 2);
}

async function takeInto(few: Place, paths: readonly RepoPath[], taking: Taking): Promise<Taken> {
  if (paths.length < MANY_OBJECTS) {
    const taken = await takeAll(few, paths, taking, {});
    few.objects.flush(taken.blobs);
    return taken;
  }
  return asOnePack(few.git, few, ({ env, config }) =>
    takeAll(few, paths, { ...taking, config: [...taking.config, ...config] }, env),
  );
}

/** git is asked for so many at a time: between two of them somebody is told, and may end it. */
const AT_A_TIME = 1000;

async function takeAll(
  few: Place,
  paths: readonly RepoPath[],
  { config, along }: Taking,
  env: NonNullable<GitCall['env']>,
): Promise<Taken & { readonly blobs: readonly string[] }> {
  const notTaken: { path: RepoPath; why: string }[] = [];
  const moment = momentBefore(few.index);
  for (let at = 0; at < paths.length; at += AT_A_TIME) {
    if (at > 0) await along?.(at);
    await take(few, paths.slice(at, at + AT_A_TIME), { config, env }, notTaken);
  }
  const entries = await readIndexEntries(few.index, few.zero.length / 2);
  if (entries === null)
    throw new CairnError('internal/unexpected', { what: 'git wrote an index that we cannot read' });
  const seen = [...entries].map(
    ([path, entry]) => [path, { ...entry, bytes: believable(entry.bytes, moment) }] as const,
  );
  const blobs = [...entries.values()].flatMap(({ mode, blob }) => (mode === '160000' ? [] : [blob]));
  return { entries: new Map(seen), notTaken, blobs };
}

/**
 * `update-index` stops at the first path that it cannot take and then takes none: the list is halved until the
 * culprits are alone, so that one unreadable file costs itself only.
 */
async function take(
  place: Place,
  paths: readonly RepoPath[],
  call: Pick<GitCall, 'config' | 'env'>,
  notTaken: { path: RepoPath; why: string }[],
): Promise<void> {
  try {
    await place.git(['update-index', '-z', '--add', '--remove', '--replace', '--stdin'], {
      cwd: place.root,
      index: place.index,
      writes: 'flushed-later',
      ...call,
      input: nulTerminated(paths),
    });
  } catch (error) {
    if (!CairnError.is(error, 'git/failed')) throw error;
    const [only] = paths;
    if (paths.length === 1 && only !== undefined) {
      const filter = failedCleanFilter(error.details.stderr);
      // What a filter says may hold what it was to lock.
      const why = filter === null ? error.details.stderr : `its clean filter '${filter}' failed`;
      notTaken.push({ path: only, why });
      place.log.warn('git could not take a path', { path: only, why: error.details.stderr });
      return;
    }
    const half = Math.ceil(paths.length / 2);
    await take(place, paths.slice(0, half), call, notTaken);
    await take(place, paths.slice(half), call, notTaken);
  }
}

interface Safe {
  readonly tree: TreeId;
  /** What the tree is without, with the reason. */
  readonly refused: ReadonlyMap<RepoPath, string>;
}

/**
 * That tree without what could not be written elsewhere, though it lies on this disk: no checkpoint may hold it, and the
 * rest is worth one. Of two that may not stand beside each other the one that was there before stays.
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
    // Nothing of it came with these paths.
    if (refused.size === before) await place.gate.pass(tree);
  }
}

/** The tree that was held with what git took: only folders that changed are stored. */
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

/** Where nobody remembers what the private index holds. */
async function writeTree(place: Place, index: PrivateIndex): Promise<TreeId> {
  await index.write();
  const { out } = await place.git(['write-tree'], { cwd: place.root, index: place.index, writes: true });
  return out.toString('latin1').trim() as TreeId;
}
