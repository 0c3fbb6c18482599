import type { CommitId, SessionId } from '../model/ids.ts';
import { archiveRef, sessionFolder, sessionRefs } from '../model/places.ts';
import { captureWork } from './captureWork.ts';
import type { Drive } from './drive.ts';
import { excludePattern } from './inPlace.ts';
import type { ActResult } from './results.ts';
import { setAside } from './setAside.ts';
import { tell } from './tell.ts';
import { withDrive } from './withDrive.ts';
import type { World } from './world.ts';

/**
 * Removes a session from sight. Its tip stays as `refs/cairn/<session>/archive`, uncommitted work as a
 * rescue; `purge` removes those too.
 */
export async function deleteSession(
  world: World,
  session: SessionId,
  { purge }: { readonly purge: boolean },
): Promise<ActResult> {
  const { repository } = world;
  const answer = await withDrive(world, session, 'delete', async (drive): Promise<ActResult> => {
    const { record } = drive;
    if (!purge) await keep(drive);
    await removeTree(drive);
    await repository.moveRef(drive.ref, { from: record.commit, to: null, why: 'cairn: deleted' });
    if (purge) await purgeRefs(world, session);
    return {
      session,
      seq: record.status.seq,
      commit: purge ? null : record.commit,
      state: record.status.state,
    };
  });
  await world.state.of(session).remove();
  return answer;
}

async function keep(drive: Drive): Promise<void> {
  const { world, session, record } = drive;
  const captured = await captureWork(world, drive.tree, session);
  if (captured.tree !== record.tree) {
    const ref = await setAside(world, {
      session,
      parent: record.commit,
      tree: captured.tree,
      why: 'Uncommitted when the session was deleted.',
      reason: `delete@${record.status.seq}`,
    });
    tell(world, `Uncommitted work is kept in ${ref}.`);
  }
  const archive = archiveRef(session);
  const before: CommitId | null = await world.repository.tip(archive);
  await world.repository.moveRef(archive, { from: before, to: record.commit, why: 'cairn: archived' });
  tell(world, `The last checkpoint stays as ${archive}.`);
}

async function removeTree(drive: Drive): Promise<void> {
  const { world, session, record } = drive;
  if (drive.isolation === 'worktree') {
    await world.repository.removeWorktree(drive.root);
    return;
  }
  const without = await world.repository.compose(record.tree, new Map([[sessionFolder(session), null]]));
  const own = (await world.repository.list(record.tree, sessionFolder(session))).map((entry) => entry.path);
  await drive.tree.write(record.tree, without, own);
  await world.files.exclude(world.repository.commonDir, excludePattern(drive), false);
}

async function purgeRefs({ repository }: World, session: SessionId): Promise<void> {
  for (const ref of await repository.refs([sessionRefs(session)])) {
    await repository.moveRef(ref.name, { from: ref.commit, to: null, why: 'cairn: purged' });
  }
}
