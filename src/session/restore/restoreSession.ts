import { CairnError } from '../../base/cairnError.ts';
import { type Checkpoint, ownCheckpoints } from '../../model/checkpoint/checkpoint.ts';
import type { PhaseId, RepoPath, SessionId } from '../../model/names/ids.ts';
import { closingCheckpoint } from '../../model/checkpoint/phaseBase.ts';
import { sessionFolder } from '../../model/names/places.ts';
import { chooseRestore, type ChosenRestore } from '../../model/plan/chooseRestore.ts';
import { openAside } from '../../model/plan/planRestoring.ts';
import type { RestoreTarget } from '../api/restore.ts';
import { asInTree, captureWork, type Captured } from '../workingTree/captureWork.ts';
import { carryOutRestore, describeRestore } from './carryOutRestore.ts';
import { findDamage, goodOf } from '../record/damage.ts';
import { findSession } from '../record/findSession.ts';
import { finishRestore } from './finishRestore.ts';
import { readHistory } from '../record/history.ts';
import { withWords } from '../record/withWords.ts';
import { readMended } from '../drive/mendedSession.ts';
import { gatherRestore } from './gatherRestore.ts';
import { tipOf, type Drive } from '../drive.ts';
import type { Ancestry, Lease, Objects, WorkingTree } from '../ports.ts';
import { repairRenderings } from '../checkpoint/repairRenderings.ts';
import { asideSlots } from '../run/slots/asideSlots.ts';
import type { RestoreResult } from '../results.ts';
import { lacksBeginning, refuseCut } from '../record/refuseCut.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { driveUnder, withDrive, type Act } from '../drive/withDrive.ts';
import { workingRoot } from '../workingTree/workingRoot.ts';
import type { World } from '../world.ts';
import { restingTree } from '../record/heldWork.ts';
import { asInTable, unknownPhase } from '../record/phaseNamed.ts';

/** Makes working tree and session what they were at an earlier checkpoint, as a new checkpoint on top. */
export async function restoreSession(
  world: World,
  session: SessionId,
  target: RestoreTarget,
): Promise<RestoreResult> {
  return withDrive(world, session, RESTORE, async (opened) => (await restoreTo(opened, target)).result);
}

const RESTORE: Act = { name: 'restore', onTree: true, adds: true, mends: true };

/** Restores to the checkpoint with this seq for a caller that holds the lease of the session. Returns the new drive. */
export const restoreUnder = (world: World, session: SessionId, lease: Lease, seq: number): Promise<Drive> =>
  driveUnder(
    world,
    session,
    lease,
    RESTORE,
    async (opened) => (await restoreTo(opened, { to: String(seq) })).drive,
  );

async function restoreTo(
  opened: Drive,
  target: RestoreTarget,
): Promise<{ readonly drive: Drive; readonly result: RestoreResult }> {
  const { drive, finished } = await finishRestore(opened);
  const chosen = await choose(drive.world.repository, tipOf(drive).record, target);
  // The person repeats what was cut off. It is finished now; a second undo would take the first one back.
  if (finished !== null && isSame(finished.chosen, chosen, target)) return { drive, result: finished.result };
  const next = tipOf(drive).record.status.seq + 1;
  const alone = await asideSlots(drive, (phase) => openAside(next, phase));
  await repairRenderings(alone);
  const { drive: restored, ...result } = await carryOutRestore(alone, chosen);
  return { drive: restored, result };
}

/**
 * What a restore would change, by the same plan, without a lease. It looks through an index of its own: the
 * session's may be at work. Nothing is written but objects that nothing points at.
 */
export async function previewRestore(
  world: World,
  session: SessionId,
  target: RestoreTarget,
): Promise<RestoreResult> {
  const damage = await findDamage(world, session, 'size');
  const { ref, tip } =
    damage === null ? await findSession(world, session) : { ref: damage.ref, tip: goodOf(damage) };
  const record = await readMended(world.repository, session, ref, tip);
  const chosen = await choose(world.repository, record, target);
  const root = await workingRoot(world, session);
  return withScratchTree(world, session, root, async (tree) => {
    const state = world.state.of(session);
    // Without a working tree here we look at a folder that does not exist: it has no files.
    const checkout = { tree: root === null ? { ...tree, root: `${state.folder}/nowhere` } : tree };
    const place = { world, session, ref, record, state, checkout };
    const captured =
      root === null ? asInTree(await restingTree(world.repository, record)) : await capture(place);
    const plan = await gatherRestore(place, chosen, captured);
    return {
      ...describeRestore(place, plan, plan.overwriting.skipped),
      seq: record.status.seq,
      commit: null,
      rescue: null,
    };
  });
}

async function capture({
  world,
  session,
  record,
  checkout: { tree },
}: Parameters<typeof gatherRestore>[0]): Promise<Captured> {
  await tree.load(await restingTree(world.repository, record));
  return captureWork(world, tree, session);
}

async function withScratchTree<T>(
  { repository, files, state, ids }: World,
  session: SessionId,
  root: string | null,
  look: (tree: WorkingTree) => Promise<T>,
): Promise<T> {
  const { folder } = state.of(session);
  const name = `preview-${ids.suffix()}`;
  await files.makeFolder(state.folder, session as string as RepoPath);
  try {
    return await look(
      repository.workingTree({
        root: root ?? repository.root,
        index: `${folder}/${name}`,
        always: [sessionFolder(session)],
      }),
    );
  } finally {
    for (const file of [name, `${name}.tree`]) await files.remove(folder, file as RepoPath);
  }
}

/** @throws `usage/unknown-phase` or `usage/not-possible` when there is no such checkpoint */
async function choose(
  repository: Ancestry & Objects,
  record: SessionRecord,
  target: RestoreTarget,
): Promise<ChosenRestore> {
  const history = await withWords(repository, await readHistory(repository, record));
  const own = ownCheckpoints(history);
  if ('to' in target && target.to === 'opened' && lacksBeginning(own)) refuseCut(record, history, 'opened');
  const choice = chooseRestore(own, target);
  if (choice.kind === 'unknown' && 'to' in target) {
    refuseInherited(record, history, own, target.to);
    refuseCut(record, history, target.to);
  }
  if (choice.kind === 'unknown' && 'to' in target && isPlanned(record, target.to))
    throw new CairnError('usage/not-possible', {
      act: 'restore',
      session: record.session,
      refusal: {
        because: 'not-closed',
        phase: target.to,
        closed: asInTable(record.status.rows, choice.closed),
      },
    });
  if (choice.kind === 'unknown')
    throw unknownPhase(record, 'to' in target ? target.to : 'undo', [
      ...asInTable(record.status.rows, choice.closed),
      ...choice.numbers,
    ]);
  if (choice.kind === 'nothing-to-undo') {
    throw new CairnError('usage/not-possible', {
      act: 'undo',
      session: record.session,
      refusal: { because: 'no-restore' },
    });
  }
  return choice;
}

/** A phase closed before the fork has its checkpoint in the other session. */
function refuseInherited(
  { session }: SessionRecord,
  history: readonly Checkpoint[],
  own: readonly Checkpoint[],
  to: string,
): void {
  const closed = closingCheckpoint(history, to as PhaseId);
  if (closed === null || own.includes(closed)) return;
  throw new CairnError('usage/not-possible', {
    act: 'restore',
    session,
    refusal: {
      because: 'closed-elsewhere',
      phase: to,
      in: closed.trailers.session,
      seq: closed.trailers.seq,
    },
  });
}

const isSame = (finished: ChosenRestore, chosen: ChosenRestore, target: RestoreTarget): boolean =>
  'undo' in target
    ? finished.kind === 'undo'
    : finished.kind === 'to' && finished.checkpoint.commit === chosen.checkpoint.commit;

const isPlanned = ({ status }: SessionRecord, name: string): boolean =>
  status.rows.some(({ phase }) => phase === name);
