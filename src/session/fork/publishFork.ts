import { CairnError } from '../../base/cairnError.ts';
import { renderCheckpoint } from '../../model/checkpoint/checkpointMessage.ts';
import { trailersFor } from '../../model/checkpoint/trailersFor.ts';
import { renderHeld } from '../../model/checkpoint/heldMessage.ts';
import { renderEffectsRecord } from '../../model/effects/effectsRecord.ts';
import type { BlobId, CommitId, RepoPath } from '../../model/names/ids.ts';
import { inClosingOrder, renderPhaseRecord } from '../../model/checkpoint/phaseRecord.ts';
import { bytesOf } from '../../model/text/losslessText.ts';
import {
  effectsPath,
  inputsPath,
  recordPath,
  requestPath,
  statusPath,
  workflowPath,
  branchNamed,
} from '../../model/names/places.ts';
import { mustReadBack } from '../../model/parsing/mustReadBack.ts';
import { renderStatus } from '../../model/status/renderStatus.ts';
import type { CommittedStatus } from '../../model/status/statusWords.ts';
import type { Status } from '../../model/status/status.ts';
import { logPublished } from '../checkpoint/logCheckpoint.ts';
import { readStatusFile } from '../workingTree/readStatusFile.ts';
import { wasElsewhere } from '../effects/wasElsewhere.ts';
import type { Mode } from '../ports.ts';
import { lazyHistory } from '../record/history.ts';
import { heldOf, inSlot, refuseWithoutWork, restingTree, type HeldWork } from '../record/heldWork.ts';
import { itemsFileUnder } from '../record/itemsFile.ts';
import { newPlaces } from '../record/newPlaces.ts';
import { rowsGone } from '../record/rows.ts';
import { moveSession } from '../record/sessionMove.ts';
import { hashOf, isOurs, trustedHere } from '../trust/trustedHere.ts';
import { moveOwnRef } from '../moveOwnRef.ts';
import { worktreePlace } from '../workingTree/movedWorktree.ts';
import { remember } from '../workingTree/workingTreeOf.ts';
import { withoutSecrets } from '../workingTree/withoutSecrets.ts';
import type { World } from '../world.ts';
import { forkedRecord } from './forkedRecord.ts';
import { forkedStatus } from './forkedStatus.ts';
import type { Forking } from './planForking.ts';

type Files = Map<RepoPath, { readonly blob: BlobId; readonly mode: Mode } | null>;

/**
 * Publishes `fork`, the first checkpoint of a session on top of another's. The worktree is made on first use; a crash before
 * the ref moves leaves nothing that counts.
 *
 * The caller holds the new session's lease; the original is only read.
 */
export async function publishFork(
  world: World,
  forking: Forking,
): Promise<{ readonly commit: CommitId; readonly status: Status }> {
  const { state } = world;
  const { session, ref, now } = forking;
  const folder = state.of(session);
  const began = world.clock.monotonic();
  // A folder without a branch was left by an interrupted start; no session needs what it remembers.
  await folder.resetJournal([]);
  await folder.clearOwnLocks();
  const follows = (await state.of(now.session).about())?.workflow;
  await remember(world, session, {
    branch: branchNamed(ref),
    root: worktreePlace(world, session),
    isolation: 'worktree',
    setup: 'making',
    head: null,
    ...(follows === undefined ? {} : { workflow: follows }),
  });
  world.reached('fork/state-made');
  const status = forkedStatus(forking, await notesNow(world, forking), world.clock.now());
  const commit = await buildFork(world, forking, status);
  world.reached('fork/commit-made');
  await inheritTrust(world, forking);
  await folder.recordPublished(commit);
  // What the next phase did elsewhere without a record here is unknown to the fork too.
  if ((await wasElsewhere(world, now)) !== 'no') await folder.note({ found: commit });
  world.reached('fork/commit-recorded');
  if (!(await moveOwnRef(world, ref, { from: null, to: commit, why: 'cairn: fork' })))
    throw new CairnError('usage/session-used', { id: session, where: ref });
  world.reached('fork/ref-moved');
  logPublished(world, { session, seq: status.seq, kind: 'fork', commit, began });
  return { commit, status };
}

/** A fork runs the commands of its original, so it is trusted exactly as far as that is. */
async function inheritTrust(world: World, { session, now }: Forking): Promise<void> {
  const history = lazyHistory(world.repository, now);
  const box = world.state.of(session).trust;
  const hash = hashOf(world, now.workflow);
  const isKnown = (await trustedHere(world, now, history)).some((known) => known.hash === hash);
  const how = (await isOurs(world, now, history)) ? 'opened' : 'forked';
  await box.clear();
  if (isKnown) await box.add({ hash, at: world.clock.now(), how });
}

/** Read from the working tree if there is one: a note counts before it is published. */
async function notesNow({ files, secrets }: World, { now, root }: Forking): Promise<string> {
  const onDisk = root === null ? null : await readStatusFile(files, root, now.session);
  return withoutSecrets(secrets, 'STATUS.md', onDisk?.notes ?? now.status.notes);
}

async function buildFork(world: World, forking: Forking, status: Status): Promise<CommitId> {
  const { repository, engine } = world;
  const { session, point, past, effects } = forking;
  const held = await forkedWork(world, forking, status);
  const [first] = held;
  const { trailers } = point;
  const from = `${trailers.session}@${trailers.seq}`;
  const files = await forkedFiles(world, forking, status, held);
  const moved = await moveSession(repository, past.tree, trailers.session, session, files);
  return repository.commit({
    tree: await repository.compose(moved, await newPlaces(repository, moved, session, status.rows)),
    parents: first === undefined ? [point.commit] : [point.commit, first.commit],
    message: renderCheckpoint(
      `forked from ${from}`,
      `The tree is that of ${from} (${point.commit.slice(0, 10)}).`,
      trailersFor(status, {
        kind: 'fork',
        phase: trailers.phase,
        attempt: trailers.attempt,
        effects: effects.effects.length,
        engine,
        forkedFrom: from,
        held: first?.commit ?? null,
        restored: null,
      }),
    ),
    at: status.updated,
  });
}

/**
 * The work that the checkpoint holds, of each phase, with the session's folder where the fork has it. Each hangs below the one
 * before it, as a checkpoint names but one.
 */
async function forkedWork(
  { repository }: World,
  { session, past }: Forking,
  status: Status,
): Promise<readonly HeldWork[]> {
  const forked: HeldWork[] = [];
  for (const { phase } of status.rows.toReversed()) {
    const held = heldOf(past, phase);
    if (held === null) continue;
    const at = { ...inSlot(past, phase), status, commit: held.base };
    await refuseWithoutWork(repository, at);
    const work = await repository.refuseUnsafe(await restingTree(repository, at));
    const { attempt = 0 } = past.records.get(phase) ?? {};
    const [before] = forked;
    const commit = await repository.commit({
      tree: await moveSession(repository, work, past.session, session),
      parents: before === undefined ? [held.base] : [held.base, before.commit],
      message: renderHeld({ session, phase, attempt, seq: status.seq }),
      at: status.updated,
    });
    forked.unshift({ ...held, commit });
  }
  return forked;
}

/** What the fork's tree has other than the one it begins on: what is newer, and what names the session. */
async function forkedFiles(
  world: World,
  forking: Forking,
  status: Status,
  work: readonly HeldWork[],
): Promise<Files> {
  const { repository } = world;
  const { session, now, past, effects } = forking;
  const files: Files = new Map();
  const write = async (path: RepoPath, text: string): Promise<void> => {
    mustReadBack(new Map([[path, text]]));
    files.set(path, { blob: await repository.writeBlob(bytesOf(text)), mode: '100644' });
  };
  for (const pathIn of [requestPath, inputsPath, workflowPath]) {
    const newest = await repository.entry(now.tree, pathIn(now.session));
    if (newest !== null) files.set(pathIn(session), { blob: newest.blob, mode: '100644' });
  }
  const order = [...past.records.values()].sort(inClosingOrder);
  for (const { phase, number } of rowsGone(past.status.rows, status.rows))
    if (past.records.has(phase)) files.set(recordPath(session, number, phase), null);
  for (const { phase, number, status: row } of status.rows) {
    const record = past.records.get(phase);
    if (record === undefined) continue;
    const held = work.find((one) => one.phase === phase);
    const moved = {
      // Rows of a checkpoint say nothing more.
      ...forkedRecord(record, session, row as CommittedStatus, 1 + order.indexOf(record)),
      // Of the round that it was made in: in another one it would lie nowhere.
      ...(held === undefined ? {} : { held: { ...record.held, commit: held.commit, base: held.base } }),
    };
    await write(recordPath(session, number, phase), renderPhaseRecord(moved));
  }
  for (const [path, text] of itemsFileUnder(session, now.workflow, past)) await write(path, text);
  await write(effectsPath(session), renderEffectsRecord(effects));
  await write(statusPath(session), renderStatus(status));
  return files;
}
