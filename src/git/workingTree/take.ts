import { lstatSync } from 'node:fs';
import { rm } from '../../host/disk.ts';
import { CairnError } from '../../base/cairnError.ts';
import { FAULT_WORDS } from '../../model/names/faultWords.ts';
import type { RepoPath, TreeId } from '../../model/names/ids.ts';
import { faultOfPath } from '../../model/names/treeFaults.ts';
import { nulTerminated } from '../bytes.ts';
import type { GitCall } from '../gitCall.ts';
import { failedCleanFilter } from '../errors.ts';
import { looked } from '../gitDirOf.ts';
import { asOnePack, MANY_OBJECTS } from '../packs.ts';
import { entryOf, FOLDER } from '../trees.ts';
import { readIndexEntries, type IndexEntry } from './indexEntries.ts';
import { onDisk, type Place } from './place.ts';
import { atOnce, putEntries } from './putEntries.ts';

/** Paths that git could not take, with git's reason. */
export type NotTaken = readonly { readonly path: RepoPath; readonly why: string }[];

export interface Taking {
  /** Tracked `.gitattributes` that are not on disk, as in a sparse checkout: git reads them from the index. */
  readonly attributes: readonly RepoPath[];
  /** Makes every filter mandatory (`filters.ts`). */
  readonly config: NonNullable<GitCall['config']>;
  /** Called with the number of paths taken so far; throwing ends the capture. */
  readonly along: ((taken: number) => Promise<void>) | undefined;
}

type Entries = ReadonlyMap<RepoPath, IndexEntry>;

/** What git stored for some paths; missing files have no entry. */
export interface Taken {
  readonly entries: Entries;
  readonly notTaken: NotTaken;
}

/** Batch size: between two batches progress is reported, and the capture may be stopped. */
const AT_A_TIME = 1000;

/**
 * Has git store these paths as `git add` would, clean filters included.
 *
 * Gives git an index of these paths alone: loading and writing one of 20,000 entries takes longer than storing ten files. It
 * holds their previous entries, which git uses where the disk does not show modes, links and line ends.
 */
export async function takePaths(
  place: Place,
  held: TreeId,
  paths: readonly RepoPath[],
  taking: Taking,
): Promise<Taken> {
  const few = { ...place, index: `${place.index}.few` };
  const before = await entriesBefore(place, held, [...paths, ...taking.attributes]);
  const first = paths.length > AT_A_TIME ? null : asArguments(before);
  await rm(few.index, { force: true });
  try {
    if (first === null) await putEntries(few, before, atOnce);
    return await takeInto(few, paths, { ...taking, first: first ?? [] });
  } finally {
    await rm(few.index, { force: true });
  }
}

async function entriesBefore(place: Place, held: TreeId, paths: readonly RepoPath[]): Promise<Entries> {
  const before = await Promise.all(
    paths.map(async (path) => ({ path, node: await place.trees.find(held, path) })),
  );
  return new Map(
    before.flatMap(({ path, node }) =>
      node === null || node.mode === FOLDER ? [] : [[path, entryOf(node, path)]],
    ),
  );
}

/** Length of a command line that works on every system. */
const LONGEST = 8000;

/** The entries as arguments, which saves a process. Null if too long, or a name is not text. */
function asArguments(entries: Entries): readonly string[] | null {
  const args = [...entries].flatMap(([path, { mode, blob }]) => ['--cacheinfo', `${mode},${blob},${path}`]);
  const line = args.join(' ');
  return line.isWellFormed() && line.length < LONGEST ? args : null;
}

/** `first`: arguments that add the previous entries to the small index, if it lacks them. */
type Beginning = Taking & { readonly first: readonly string[] };

async function takeInto(few: Place, paths: readonly RepoPath[], taking: Beginning): Promise<Taken> {
  if (paths.length < MANY_OBJECTS) {
    const taken = await takeAll(few, paths, taking, {});
    few.objects.flush(taken.blobs);
    return taken;
  }
  return asOnePack(few.git, few, ({ env, config }) =>
    takeAll(few, paths, { ...taking, config: [...taking.config, ...config] }, env),
  );
}

async function takeAll(
  few: Place,
  paths: readonly RepoPath[],
  { config, along, first }: Beginning,
  env: NonNullable<GitCall['env']>,
): Promise<Taken & { readonly blobs: readonly string[] }> {
  const notTaken: { path: RepoPath; why: string }[] = [];
  for (let at = 0; at < paths.length; at += AT_A_TIME) {
    if (at > 0) await along?.(at);
    await take(few, paths.slice(at, at + AT_A_TIME), { config, env, first }, notTaken);
  }
  const entries = await readIndexEntries(few.index, few.zero.length / 2);
  if (entries === null)
    throw new CairnError('internal/unexpected', { what: 'git wrote an index that we cannot read' });
  const told = new Set(notTaken.map(({ path }) => path));
  const passedOver = paths.filter((path) => !entries.has(path) && !told.has(path) && isThere(few, path));
  notTaken.push(...passedOver.map((path) => ({ path, why: whyPassedOver(path) })));
  const blobs = [...entries.values()].flatMap(({ mode, blob }) => (mode === '160000' ? [] : [blob]));
  return { entries, notTaken, blobs };
}

/** Of a name that it must not have, `update-index` only says that it ignores it. */
function isThere({ root }: Place, path: RepoPath): boolean {
  const found = looked(() => lstatSync(onDisk(root, path), { bigint: true }));
  return found?.isFile() === true || found?.isSymbolicLink() === true;
}

function whyPassedOver(path: RepoPath): string {
  const why = faultOfPath(path);
  return why === null ? 'it passes over its name' : FAULT_WORDS[why];
}

/**
 * `update-index` takes none of the paths if it cannot take one. So the list is halved until the culprits are alone: an
 * unreadable file affects only itself.
 */
async function take(
  place: Place,
  paths: readonly RepoPath[],
  { first, ...call }: Pick<GitCall, 'config' | 'env'> & Pick<Beginning, 'first'>,
  notTaken: { path: RepoPath; why: string }[],
): Promise<void> {
  const update = (args: readonly string[], input: readonly RepoPath[]): Promise<unknown> =>
    place.git(['update-index', '-z', '--add', '--remove', '--replace', ...args], {
      cwd: place.root,
      index: place.index,
      writes: 'flushed-later',
      ...call,
      input: nulTerminated(input),
    });
  try {
    await update([...first, '--stdin'], paths);
  } catch (error) {
    if (!CairnError.is(error, 'git/failed')) throw error;
    if (first.length > 0) await update(first, []);
    const [only] = paths;
    if (paths.length === 1 && only !== undefined) {
      const filter = failedCleanFilter(error.details.stderr);
      // A filter's message may contain what it should encrypt.
      const why = filter === null ? error.details.stderr : `its clean filter '${filter}' failed`;
      notTaken.push({ path: only, why });
      place.log.warn('git could not take a path', { path: only, why: error.details.stderr });
      return;
    }
    const rest = { ...call, first: [] };
    const half = Math.ceil(paths.length / 2);
    await take(place, paths.slice(0, half), rest, notTaken);
    await take(place, paths.slice(half), rest, notTaken);
  }
}
