import { CairnError } from '../base/cairnError.ts';
import type { RefName, RepoPath, SessionId, TreeId } from '../model/ids.ts';
import { effectsPath, isEngineFile, isRecordFile, requestPath, workflowPath } from '../model/places.ts';
import { chooseRestore, type ChosenRestore } from '../model/planRestore.ts';
import { captureWork, type Captured } from './captureWork.ts';
import type { RestoreTarget } from './api.ts';
import type { Drive } from './drive.ts';
import { readHistory } from './history.ts';
import { agentCommits } from './head.ts';
import { rawFiles } from './rawFiles.ts';
import type { Change } from './ports.ts';
import { publishRestore } from './publishRestore.ts';
import { putBack } from './putBack.ts';
import type { RestoreResult } from './results.ts';
import { readSession, type SessionRecord } from './sessionRecord.ts';
import { setAside } from './setAside.ts';
import { withDrive } from './withDrive.ts';
import type { World } from './world.ts';

/** Makes working tree and session what they were at an earlier checkpoint, as a new checkpoint on top (format, section 9). */
export async function restoreSession(
  world: World,
  session: SessionId,
  target: RestoreTarget,
): Promise<RestoreResult> {
  return withDrive(world, session, 'restore', async (drive) => {
    const chosen = await choose(world, drive.record, target);
    return carryOutRestore(drive, chosen);
  });
}

/** @throws `usage/unknown-phase` or `usage/not-possible` when there is no such checkpoint */
export async function choose(
  world: Pick<World, 'repository'>,
  record: SessionRecord,
  target: RestoreTarget,
): Promise<ChosenRestore> {
  const choice = chooseRestore(await readHistory(world.repository, record), target);
  if (choice.kind === 'unknown')
    throw new CairnError('usage/unknown-phase', {
      phase: 'to' in target ? target.to : '--undo',
      known: choice.known,
    });
  if (choice.kind === 'nothing-to-undo') {
    throw new CairnError('usage/not-possible', {
      act: 'restore --undo',
      session: record.session,
      why: 'the last checkpoint is no restore',
      hint: 'cairn log shows the checkpoints; restore to any of them by its seq',
    });
  }
  return choice;
}

/** The steps of a restore, in the order in which a crash between any two of them loses nothing. */
export async function carryOutRestore(drive: Drive, chosen: ChosenRestore): Promise<RestoreResult> {
  const { world } = drive;
  const { checkpoint } = chosen;
  const older = await readSession(world.repository, drive.session, drive.ref, checkpoint.commit);
  const captured = await captureWork(world, drive.tree, drive.session);
  world.reached('restore/captured');
  const after = await treeAfter(drive, older);
  const changes = await world.repository.changes(captured.tree, after);
  const rescue = await rescueBefore(drive, captured, changes, checkpoint.trailers.seq);
  world.reached('restore/set-aside');
  await drive.state.journal(
    {
      type: 'restore-begun',
      at: world.clock.now(),
      from: drive.record.commit,
      to: checkpoint.commit,
      undo: chosen.kind === 'undo',
      rescue,
    },
    { flush: true },
  );
  world.reached('restore/journaled');
  const skipped = await writeChecked(drive, captured.tree, after);
  world.reached('restore/files-checked');
  await publishRestore(drive, older, after, chosen);
  world.reached('restore/published');
  if (chosen.kind === 'undo') await putBack(drive, chosen.restore.trailers.seq);
  world.reached('restore/put-back');
  await drive.state.resetJournal([]);
  world.reached('restore/journal-reset');
  return {
    session: drive.session,
    restoredTo: { phase: checkpoint.trailers.phase, seq: checkpoint.trailers.seq },
    seq: drive.record.status.seq,
    commit: drive.record.commit,
    rescue,
    changed: changes
      .filter((change) => !isRecordFile(drive.session, change.path))
      .map((change) => ({ path: change.path, change: change.kind })),
    skipped,
  };
}

/** The older tree with what never goes back: request, workflow, effect record. Notes and STATUS.md follow with the checkpoint. */
export async function treeAfter(
  { world, record, session }: Pick<Drive, 'world' | 'record' | 'session'>,
  older: SessionRecord,
): Promise<TreeId> {
  const edits = new Map<
    RepoPath,
    { blob: NonNullable<Awaited<ReturnType<typeof world.repository.entry>>>['blob']; mode: '100644' }
  >();
  for (const path of [requestPath(session), workflowPath(session), effectsPath(session)]) {
    const entry = await world.repository.entry(record.tree, path);
    if (entry !== null) edits.set(path, { blob: entry.blob, mode: '100644' });
  }
  return world.repository.compose(older.tree, edits);
}

/** What is uncommitted, and whatever lies unseen by git where the restore writes, goes under a ref before the first write. */
async function rescueBefore(
  drive: Drive,
  captured: Captured,
  changes: readonly Change[],
  seq: number,
): Promise<RefName | null> {
  const { world, record } = drive;
  const unseen: RepoPath[] = [];
  for (const change of changes) {
    if (change.kind !== 'added' || isEngineFile(drive.session, change.path)) continue;
    if ((await world.files.kind(drive.root, change.path))?.kind === 'file') unseen.push(change.path);
  }
  const overwritten = new Set(changes.map((change) => change.path));
  const raw = await rawFiles(drive, [
    ...unseen,
    ...captured.normalised.filter((path) => overwritten.has(path)),
  ]);
  const also = await agentCommits(drive);
  if (captured.tree === record.tree && raw.length === 0 && also === null) return null;
  return setAside(world, {
    session: drive.session,
    parent: record.commit,
    tree: captured.tree,
    why: `Uncommitted before the restore to checkpoint ${seq}.`,
    reason: `restore@${record.status.seq + 1}`,
    raw,
    ...(also === null ? {} : { also }),
  });
}

/** Writes, looks again, and puts everything back when the files are not what the checkpoint says. */
async function writeChecked(drive: Drive, before: TreeId, after: TreeId): Promise<RestoreResult['skipped']> {
  try {
    const { skipped } = await drive.tree.write(before, after);
    drive.world.reached('restore/files-written');
    const differing = await differences(
      drive,
      after,
      skipped.map((item) => item.path),
    );
    if (differing.length === 0) return skipped;
    throw new CairnError('data/restore-failed', { session: drive.session, differing });
  } catch (error) {
    const present = await captureWork(drive.world, drive.tree, drive.session);
    await drive.tree.write(present.tree, before);
    await drive.tree.load(drive.record.commit);
    await drive.state.journal({ type: 'restore-ended', at: drive.world.clock.now() }, { flush: true });
    throw error;
  }
}

async function differences(
  drive: Drive,
  after: TreeId,
  skipped: readonly string[],
): Promise<readonly string[]> {
  const now = await captureWork(drive.world, drive.tree, drive.session);
  const changes = await drive.world.repository.changes(now.tree, after);
  return changes
    .map((change) => change.path)
    .filter((path) => !isEngineFile(drive.session, path) && !skipped.includes(path));
}
