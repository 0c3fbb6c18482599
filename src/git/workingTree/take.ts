import { rm } from 'node:fs/promises';
import { CairnError } from '../../base/cairnError.ts';
import type { RepoPath, TreeId } from '../../model/names/ids.ts';
import { nulTerminated } from '../bytes.ts';
import type { GitCall } from '../createGit.ts';
import { failedCleanFilter } from '../errors.ts';
import { asOnePack, MANY_OBJECTS } from '../packs.ts';
import { entryOf, FOLDER } from '../trees.ts';
import { readIndexEntries, type IndexEntry } from './indexEntries.ts';
import type { Place } from './place.ts';
import { atOnce, putEntries } from './privateIndex.ts';

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

type Entries = ReadonlyMap<RepoPath, IndexEntry>;

/** What git stored of some paths; nothing of those that are gone. */
export interface Taken {
  readonly entries: Entries;
  readonly notTaken: NotTaken;
}

/** git is asked for so many at a time: between two of them somebody is told, and may end it. */
const AT_A_TIME = 1000;

/**
 * Has git store these paths as `git add` would, clean filters included.
 *
 * It is given an index of these paths alone: one of 20,000 takes longer to load and write than ten files to store. What they
 * were before is in it, since git goes by that where the disk does not tell modes, links and ends of lines.
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

/** A command line on every system. */
const LONGEST = 8000;

/** Saves a process. Null: too long, or a name that is no text. */
function asArguments(entries: Entries): readonly string[] | null {
  const args = [...entries].flatMap(([path, { mode, blob }]) => ['--cacheinfo', `${mode},${blob},${path}`]);
  const line = args.join(' ');
  return line.isWellFormed() && line.length < LONGEST ? args : null;
}

/** `first`: arguments by which the index of a few paths gets what they were before, where it does not have that yet. */
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
  const blobs = [...entries.values()].flatMap(({ mode, blob }) => (mode === '160000' ? [] : [blob]));
  return { entries, notTaken, blobs };
}

/**
 * `update-index` stops at the first path that it cannot take and then takes none: the list is halved until the
 * culprits are alone, so that one unreadable file costs itself only.
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
      // What a filter says may hold what it was to lock.
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
