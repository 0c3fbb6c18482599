import { CairnError } from '../../base/cairnError.ts';
import type { BlobId, RepoPath, SessionId } from '../../model/names/ids.ts';
import type { Rescues } from '../api/rescue.ts';
import { captureWork } from '../workingTree/captureWork.ts';
import type { Context } from '../drive.ts';
import type { CommitEntry } from '../ports.ts';
import { finishRestore } from '../restore/finishRestore.ts';
import { rescuedFiles, rescueEntry } from './rescues.ts';
import { APPLYING } from '../../model/plan/planOverwrite.ts';
import { overwrite, treeToWrite } from '../workingTree/overwrite.ts';
import { planOverwriting } from '../workingTree/planOverwriting.ts';
import { rawFolderOf } from '../../model/checkpoint/rescueMessage.ts';
import { rescueRef } from '../../model/names/places.ts';
import { setOverwrittenAside } from '../workingTree/setAsideBefore.ts';
import { refuseInsidePhase, withDrive } from '../drive/withDrive.ts';
import type { World } from '../world.ts';
import { restingTree } from '../record/heldWork.ts';

type Applied = Awaited<ReturnType<Rescues['rescueApply']>>;

/**
 * Writes files of a rescue into the session's working tree, uncommitted; all of them if none are named. Uncommitted work there
 * is set aside first; what no rescue may hold is left alone and told.
 */
export async function rescueApply(
  world: World,
  session: SessionId,
  n: number,
  paths: readonly string[],
): Promise<Applied> {
  return withDrive(world, session, { name: 'rescue', onTree: true }, async (opened) => {
    // An interrupted restore, if finished later, would take away what is applied here.
    const { drive } = await finishRestore(opened);
    const entry = await rescueEntry(world, session, n);
    // Refuses all of it, whatever was asked for: it is not what Cairn set aside.
    await world.repository.refuseUnsafe(entry.commit);
    const chosen = await choose(drive, entry, n, paths);
    const captured = await captureWork(world, drive.checkout.tree, session);
    const target = treeToWrite(drive);
    const plan = await planOverwriting(target, captured, entry.tree, APPLYING, {
      only: chosen,
      give: await rawOf(drive, entry, chosen),
    });
    await setOverwrittenAside(target, plan, {
      by: 'apply',
      why: `Uncommitted before rescue ${n} was applied over it.`,
      reason: `apply@${n}`,
    });
    const { skipped, stayed } = await overwrite(target, plan);
    const left = [...skipped, ...stayed.map((path) => ({ path, why: 'it was saved just now' }))];
    const written = chosen.filter((path) => !left.some((item) => item.path === path));
    await drive.checkout.tree.load(await restingTree(world.repository, drive.record));
    world.reached('apply/index-loaded');
    return { written, skipped: left };
  });
}

async function choose(
  drive: Context,
  entry: CommitEntry,
  n: number,
  paths: readonly string[],
): Promise<readonly RepoPath[]> {
  const files = await rescuedFiles(drive.world, drive.session, entry);
  const raw = rawFolderOf(entry.message);
  const all = files.map((change) => change.path).filter((path) => raw === null || !path.startsWith(raw));
  const isMeant = (path: string): boolean =>
    paths.some((named) => path === named || path.startsWith(`${named.replace(/\/$/, '')}/`));
  const chosen = paths.length === 0 ? all : all.filter(isMeant);
  if (chosen.length === 0)
    throw new CairnError('usage/invalid', { what: paths.join(' '), why: `rescue ${n} has no such file` });
  return chosen;
}

/** The raw bytes of these files, where git would not give them back. */
async function rawOf(
  { world: { repository } }: Context,
  entry: CommitEntry,
  paths: readonly RepoPath[],
): Promise<ReadonlyMap<RepoPath, BlobId>> {
  const folder = rawFolderOf(entry.message);
  const raw = new Map<RepoPath, BlobId>();
  if (folder === null) return raw;
  for (const path of paths) {
    const found = await repository.entry(entry.tree, `${folder}${path}` as RepoPath);
    if (found !== null) raw.set(path, found.blob);
  }
  return raw;
}

export async function rescueDelete(world: World, session: SessionId, n: number): Promise<void> {
  refuseInsidePhase(world, 'rescue delete');
  const entry = await rescueEntry(world, session, n);
  await world.repository.moveRef(rescueRef(session, n), {
    from: entry.commit,
    to: null,
    why: 'cairn: rescue deleted by a person',
  });
}
