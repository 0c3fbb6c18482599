import { basename, dirname, join } from 'node:path';
import { CairnError } from '../../base/cairnError.ts';
import { hasTrailer } from '../../model/checkpoint/trailerLines.ts';
import { TRAILERS } from '../../model/checkpoint/trailers.ts';
import type { RefName, RepoPath, SessionId } from '../../model/names/ids.ts';
import {
  archiveRef,
  phaseFolder,
  sessionFolder,
  SESSIONS_FOLDER,
  sessionRefs,
} from '../../model/names/places.ts';
import { tipOf, type Drive } from '../drive.ts';
import { otherSlots } from '../run/slots/asideSlots.ts';
import { takeCommits } from '../workingTree/head.ts';
import { excludePattern } from '../workingTree/inPlace.ts';
import type { Ref, Refs } from '../ports.ts';
import type { ActResult } from '../results.ts';
import { ownRefs } from '../record/ownRefs.ts';
import { keptTree } from '../record/heldWork.ts';
import { isRenamed, traceOf } from '../record/traceOf.ts';
import { letGo, overwriterOf } from '../workingTree/keepSaved.ts';
import { setAside } from '../workingTree/setAside.ts';
import { moveOwnRef } from '../moveOwnRef.ts';
import { tell } from '../tell.ts';
import { worthKeeping, type Worth } from '../rescue/worthKeeping.ts';
import { refuseInsidePhase, withDrive } from '../drive/withDrive.ts';
import type { World } from '../world.ts';

/**
 * Takes a session off the list. Keeps its tip as `refs/cairn/<session>/archive` and uncommitted work as a rescue. `purge`
 * removes those too, also of a session deleted before.
 *
 * After an interruption the same act finishes it: the branch goes last, and until then every step is repeated. A purge also
 * makes an archive and removes it last: once the branch is gone, the archive tells what is left to remove.
 */
export async function deleteSession(
  world: World,
  session: SessionId,
  { purge }: { readonly purge: boolean },
): Promise<ActResult> {
  refuseInsidePhase(world, 'delete');
  if (purge && (await isAlreadyDeleted(world, session))) {
    await world.state.of(session).remove();
    await removeTraces(world, session);
    return { session, seq: 0, commit: null, state: 'deleted' };
  }
  const answer = await deleteTree(world, session, purge);
  if (purge) await removeTraces(world, session);
  return answer;
}

async function deleteTree(world: World, session: SessionId, purge: boolean): Promise<ActResult> {
  return withDrive(world, session, { name: 'delete' }, async (drive): Promise<ActResult> => {
    const { record } = tipOf(drive);
    const trees = [drive, ...(await otherSlots(drive))];
    const worths = new Map<Drive, Worth>();
    for (const tree of trees) worths.set(tree, await worthKeeping(tree));
    for (const [tree, worth] of worths) if (!purge) await keepWork(tree, worth);
    const archive = archiveRef(session);
    await move(world, archive, await world.repository.tip(archive), record.commit, 'cairn: archived');
    world.reached('delete/archived');
    if (!purge) tell(world, { notice: 'archive-stays', ref: archive });
    await drive.lease.confirm();
    for (const [tree, worth] of worths) await removeTree(tree, worth, purge);
    await drive.state.remove({ keepTrust: !purge });
    world.reached('delete/state-removed');
    await move(world, drive.ref, record.commit, null, 'cairn: deleted');
    world.reached('delete/ref-removed');
    const { seq, state } = record.status;
    return { session, seq, commit: purge ? null : record.commit, state };
  });
}

/** The session has no branch, but a deletion left something. */
async function isAlreadyDeleted(world: World, session: SessionId): Promise<boolean> {
  const branches = await world.repository.refs([`refs/heads/**/${session}`, `refs/remotes/**/${session}`]);
  const alive = branches.some((ref) => hasTrailer(ref.message, TRAILERS.session, session));
  return (
    !alive &&
    (await refsOf(world.repository, session)).length > 0 &&
    !isRenamed(await traceOf(world, session))
  );
}

async function keepWork(drive: Drive, { tree, lost, nested, gone }: Worth): Promise<void> {
  const { world, session, record } = drive;
  if (nested.length > 0) throw new CairnError('repo/nested-work', { session, folder: drive.root, nested });
  if (lost.length > 0)
    throw new CairnError('usage/not-possible', {
      act: 'delete',
      session,
      refusal: { because: 'kept-nowhere', root: drive.root, files: lost },
    });
  // In place the commits are on the person's own branch.
  const also =
    drive.isolation === 'worktree' ? await takeCommits(drive, await drive.checkout.tree.head()) : null;
  // The archive keeps what is held.
  if (tree !== (await keptTree(world.repository, record)) || also !== null) {
    const ref = await setAside(world, {
      session,
      parent: record.commit,
      tree,
      why: 'Uncommitted when the session was deleted.',
      reason: `delete@${record.status.seq}`,
      ...(also === null ? {} : { also }),
    });
    tell(world, { notice: 'work-kept', rescue: ref });
  }
  if (gone.length > 0) tell(world, { notice: 'gone-with-worktree', files: gone });
}

/** In place only the session folder goes; everything else that the session changed is the person's now. */
async function removeTree(drive: Drive, { folder, tree }: Worth, purge: boolean): Promise<void> {
  const { world } = drive;
  if (drive.isolation === 'worktree') {
    await world.repository.removeWorktree(drive.root);
    await removeIfEmpty(world, dirname(drive.root));
    world.reached('delete/tree-removed');
    return;
  }
  // First of all: without it, whoever resumes the session after all puts missing files of the folder back.
  await world.files.exclude(world.repository.commonDir, excludePattern(drive), false);
  world.reached('delete/excluded');
  const without = await world.repository.compose(tree, new Map(folder.map((path) => [path, null])));
  const { session, record } = drive;
  const written = await drive.checkout.tree.write(tree, without, folder);
  // What no rescue may hold, such as notes with a secret, would go back in place.
  if (purge) await drive.checkout.tree.release(null);
  else await letGo(world, drive.checkout.tree, overwriterOf(record), written);
  const folders = record.status.rows.map((row) => phaseFolder(session, row.number, row.phase));
  for (const path of [...folders, sessionFolder(session), SESSIONS_FOLDER])
    await removeIfEmpty(world, join(drive.root, path));
  world.reached('delete/tree-removed');
}

const refsOf = async (repository: Refs, session: SessionId): Promise<readonly Ref[]> =>
  ownRefs(session, await repository.refs([sessionRefs(session)]));

/**
 * Removes the last of ours: refs, and leases, which otherwise stay so that their numbers only grow. The archive goes last:
 * while it exists, the same act continues here.
 */
async function removeTraces(world: World, session: SessionId): Promise<void> {
  const { files, state, leases } = world;
  if (!(await leases.peek(session)).held) {
    for (const path of await files.list(state.folder, session as string as RepoPath))
      await files.remove(state.folder, path);
    await removeIfEmpty(world, state.of(session).folder);
  }
  world.reached('delete/leases-removed');
  const archive = archiveRef(session);
  const isArchive = ({ name }: Ref): number => (name === archive ? 1 : 0);
  for (const ref of [...(await refsOf(world.repository, session))].sort(
    (a, b) => isArchive(a) - isArchive(b),
  )) {
    await move(world, ref.name, ref.commit, null, 'cairn: purged');
    world.reached('delete/ref-purged');
  }
  const theirs = await world.repository.refs([sessionRefs(session)]);
  if (theirs.length > 0) tell(world, { notice: 'foreign-refs-left', refs: theirs.map(({ name }) => name) });
}

async function removeIfEmpty({ files }: World, path: string): Promise<void> {
  if ((await files.place(path)) === 'empty') await files.remove(dirname(path), basename(path) as RepoPath);
}

async function move(
  world: World,
  ref: RefName,
  from: Ref['commit'] | null,
  to: Ref['commit'] | null,
  why: string,
): Promise<void> {
  if (await moveOwnRef(world, ref, { from, to, why })) return;
  throw new CairnError('lease/overtaken', { ref, expected: from, found: await world.repository.tip(ref) });
}
