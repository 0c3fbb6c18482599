import { CairnError } from '../../base/cairnError.ts';
import type { BlobId, CommitId, RefName, RepoPath, TreeId, SessionId } from '../../model/names/ids.ts';
import { rescueRef, sessionRefs } from '../../model/names/places.ts';
import type { Mode, Objects, ObjectWriter, Ref } from '../ports.ts';
import { moveOwnRef } from '../moveOwnRef.ts';
import { rescueNumber } from '../record/ownRefs.ts';
import { renderRescue } from '../../model/checkpoint/rescueMessage.ts';
import type { World } from '../world.ts';

/** Work to keep because something is about to overwrite it. */
export interface Aside {
  readonly session: SessionId;
  /** The checkpoint that it is based on. */
  readonly parent: CommitId;
  /** Commits that an agent made elsewhere, kept reachable too. */
  readonly also?: CommitId;
  readonly tree: TreeId;
  /** One line for people. */
  readonly why: string;
  /** Why it was set aside, such as `restore@7`. An undo finds it by this. */
  readonly reason: string;
  /**
   * Files whose bytes git would convert or does not take: kept raw below `.cairn/raw/`, and under their own name if git has
   * none.
   */
  readonly raw?: readonly { readonly path: RepoPath; readonly bytes: Uint8Array; readonly mode: Mode }[];
}

/**
 * Makes a rescue: a commit under a numbered ref of our own. Git never collects it, and only a person deletes it. The same work
 * for the same reason is kept once, because a crash may come between the rescue and what it was made for.
 */
export async function setAside(
  world: Pick<World, 'repository' | 'clock' | 'reached' | 'onProgress' | 'log'>,
  aside: Aside,
): Promise<RefName> {
  const { repository, clock, reached } = world;
  const { tree, folder } = await withRaw(repository, aside);
  const content = {
    tree,
    parents: aside.also === undefined ? [aside.parent] : [aside.parent, aside.also],
    message: renderRescue(aside.why, { session: aside.session, reason: aside.reason, raw: folder }),
  };
  const { session } = aside;
  const below = await repository.refs([`${sessionRefs(session)}rescue/`]);
  const taken = below.filter((ref) => rescueNumber(session, ref) !== null);
  for (const ref of taken) if (await isSame(repository, ref, content)) return ref.name;
  const commit = await repository.commit({ ...content, at: clock.now() });
  reached('rescue/commit-made');
  const ref = await pointAt(world, session, commit, 1 + Math.max(0, ...numbersOf(session, taken)));
  reached('rescue/ref-moved');
  return ref;
}

/** How many taken names to skip before giving up; other processes and foreign refs take some. */
const MOST_TAKEN = 100;

async function pointAt(
  world: Parameters<typeof moveOwnRef>[0],
  session: SessionId,
  to: CommitId,
  first: number,
): Promise<RefName> {
  for (let n = first; n < first + MOST_TAKEN; n += 1) {
    const ref = rescueRef(session, n);
    if (await isMade(world, ref, to)) return ref;
  }
  throw new CairnError('machine/cannot-write', {
    path: rescueRef(session, first),
    why: `others took it, and the ${MOST_TAKEN - 1} after it`,
  });
}

/**
 * False if the name is taken, or is the folder of another ref. A ref with the name of *its* folder blocks all names and throws.
 */
async function isMade(world: Parameters<typeof moveOwnRef>[0], ref: RefName, to: CommitId): Promise<boolean> {
  try {
    return await moveOwnRef(world, ref, { from: null, to, why: 'cairn: work set aside' });
  } catch (error) {
    if (CairnError.is(error, 'repo/ref-in-the-way') && error.details.other.startsWith(`${ref}/`))
      return false;
    throw error;
  }
}

const numbersOf = (session: SessionId, refs: readonly Ref[]): readonly number[] =>
  refs.flatMap((ref) => rescueNumber(session, ref) ?? []);

async function isSame(
  repository: Objects,
  { commit, message }: Ref,
  wanted: { readonly tree: TreeId; readonly parents: readonly CommitId[]; readonly message: string },
): Promise<boolean> {
  if (message.trimEnd() !== wanted.message.trimEnd()) return false;
  const { tree, parents } = await repository.commitEntry(commit);
  return tree === wanted.tree && parents.join() === wanted.parents.join();
}

/** `folder`: where the raw bytes are; null if there are none. */
async function withRaw(
  repository: Objects & ObjectWriter,
  { tree, raw = [] }: Aside,
): Promise<{ readonly tree: TreeId; readonly folder: string | null }> {
  if (raw.length === 0) return { tree, folder: null };
  const folder = await freeFolder(repository, tree);
  const edits = new Map<RepoPath, { blob: BlobId; mode: Mode }>();
  for (const { path, bytes, mode } of raw) {
    const blob = await repository.writeBlob(bytes);
    edits.set(`${folder}${path}` as RepoPath, { blob, mode });
    if ((await repository.entry(tree, path)) === null) edits.set(path, { blob, mode });
  }
  return { tree: await repository.compose(tree, edits), folder };
}

/** A person may have files where ours would go. */
async function freeFolder(repository: Objects, tree: TreeId): Promise<string> {
  for (let n = 1; ; n += 1) {
    const folder = `.cairn/raw${n === 1 ? '' : `-${n}`}` as RepoPath;
    const taken = (await repository.entry(tree, folder)) ?? (await repository.list(tree, folder))[0];
    if (taken === undefined) return `${folder}/`;
  }
}
