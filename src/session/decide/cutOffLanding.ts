import { CairnError } from '../../base/cairnError.ts';
import type { CommitId, RepoPath, TreeId } from '../../model/ids.ts';
import type { Change, WorkingTree } from '../ports.ts';
import { decode } from '../record/text.ts';
import { counted, listed, tell } from '../tell.ts';
import { captureWork } from '../workingTree/captureWork.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { setAside } from '../workingTree/setAside.ts';
import type { World } from '../world.ts';

/** A landing as two trees of what git sees in the working tree: as it lies there, and with the session's changes in it. */
export interface Landing {
  readonly ours: TreeId;
  readonly merged: TreeId;
}

/** Named for the tree, in which one lands at a time. */
const noteOf = ({ sha256, repository }: World): RepoPath =>
  `.landing-${sha256(repository.root).slice(0, 16)}` as RepoPath;

/**
 * Keeps what the person has uncommitted where a landing writes, and remembers the landing, on disk before the first file
 * is touched: git removes files and makes them anew, and who dies in between leaves them missing or cut short.
 */
export async function beginLanding(
  world: World,
  { session, status }: SessionRecord,
  head: CommitId,
  { ours, merged }: Landing,
): Promise<void> {
  const { repository, files, state } = world;
  const { tree } = await repository.commitEntry(head);
  const written = new Set((await repository.changes(ours, merged)).map(({ path }) => path));
  const mine = (await repository.changes(tree, ours)).filter(
    ({ path, after }) => after !== null && written.has(path),
  );
  if (mine.length > 0) {
    const ref = await setAside(world, {
      session,
      parent: head,
      tree: await repository.compose(tree, new Map(mine.map(({ path, after }) => [path, after]))),
      why: `Uncommitted before checkpoint ${status.seq} was landed over it.`,
      reason: `land@${status.seq}`,
    });
    const what = `What lay there uncommitted (${counted(mine.length, 'file')})`;
    tell(world, `${what} is merged with, and kept as it was in ${ref}.`);
  }
  await files.write(state.folder, noteOf(world), `${ours} ${merged}\n`);
  world.reached('land/begun');
}

/** All of its files are written, or all are as they were. */
export const endLanding = (world: World): Promise<void> =>
  world.files.remove(world.state.folder, noteOf(world));

/** Puts back what a landing that died here left missing or cut short; the next landing finds what that one found. */
export async function undoCutOffLanding(
  world: World,
  tree: WorkingTree,
  { session }: SessionRecord,
  head: CommitId,
): Promise<void> {
  const { repository } = world;
  const changes = await cutOff(world);
  if (changes.length > 0) {
    const { tree: present } = await captureWork(world, tree, session);
    const edits = new Map(changes.map(({ path, before }) => [path, before]));
    const paths = [...edits.keys()];
    await tree.write(present, await repository.compose(present, edits), paths);
    await tree.load(head);
    tell(world, `A landing had been cut off; what it left unfinished is as it was before: ${listed(paths)}.`);
  }
  await endLanding(world);
}

async function cutOff(world: World): Promise<readonly Change[]> {
  const bytes = await world.files.read(world.state.folder, noteOf(world));
  const [, ours, merged] = /^(\w+) (\w+)\n$/.exec(bytes === null ? '' : decode(bytes)) ?? [];
  if (ours === undefined || merged === undefined) return [];
  try {
    const changes = await world.repository.changes(ours as TreeId, merged as TreeId);
    const isLeft = await Promise.all(changes.map((change) => isUnfinished(world, change)));
    return changes.filter((_change, at) => isLeft[at]);
  } catch (error) {
    // So long ago that git has collected the trees; the rescue has what was uncommitted.
    if (CairnError.is(error, 'data/missing-object')) return [];
    throw error;
  }
}

/** Missing, or only the beginning of what git was writing. Anything else was not begun, is finished, or is a person's by now. */
async function isUnfinished({ files, repository }: World, { path, after }: Change): Promise<boolean> {
  if (after === null) return false;
  const there = await files.kind(repository.root, path);
  if (there === null) return true;
  if (there.kind !== 'file') return false;
  const [bytes, wanted] = [await files.read(repository.root, path), await repository.readBlob(after.blob)];
  return (
    bytes !== null &&
    bytes.length < wanted.length &&
    Buffer.from(wanted.subarray(0, bytes.length)).equals(bytes)
  );
}
