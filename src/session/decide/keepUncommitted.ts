import type { CommitId, TreeId } from '../../model/names/ids.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { tell } from '../tell.ts';
import { setAside } from '../workingTree/setAside.ts';
import type { World } from '../world.ts';

/** A landing as two trees of what git sees in the working tree: as it lies there, and with the session's changes in it. */
export interface Landing {
  readonly ours: TreeId;
  readonly merged: TreeId;
}

/** Keeps what the person has uncommitted where a landing writes. */
export async function keepUncommitted(
  world: World,
  { session, status }: SessionRecord,
  head: CommitId,
  { ours, merged }: Landing,
): Promise<void> {
  const { repository } = world;
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
    tell(world, { notice: 'uncommitted-kept', by: 'land', files: mine.length, rescue: ref });
  }
  world.reached('land/begun');
}
