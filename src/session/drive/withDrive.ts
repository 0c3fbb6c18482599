import { relative } from 'node:path';
import { CairnError } from '../../base/cairnError.ts';
import type { RefName, SessionId } from '../../model/names/ids.ts';
import { sessionRefs, branchNamed } from '../../model/names/places.ts';
import { tipOf, type Drive, type Tip } from '../drive.ts';
import { bothLeases, fencedState } from './fenced.ts';
import { sweepQueue } from '../checkpoint/queueWork.ts';
import { endOrphans } from './endOrphans.ts';
import { leaveGoneOn } from './goneOnElsewhere.ts';
import { openTree } from './openTree.ts';
import { firstStanding, slotsOf } from './standing.ts';
import { findSession, localBranchOf, type FoundSession } from '../record/findSession.ts';
import { refuseElsewhere } from '../workingTree/head.ts';
import { slotStates } from '../record/slotStates.ts';
import { readHistory } from '../record/history.ts';
import { mendBranch } from './mendBranch.ts';
import { readMended } from './mendedSession.ts';
import type { Lease, SessionState } from '../ports.ts';
import { readSession } from '../record/sessionRecord.ts';
import { branchSaidAt } from '../record/glanceStatusAt.ts';
import { moveOwnRef, unlock } from '../moveOwnRef.ts';
import { takeOrRefuse } from '../takeOrRefuse.ts';
import { tell } from '../tell.ts';
import { onlyTrusted } from '../trust/onlyTrusted.ts';
import { noteTrust } from '../trust/trustSession.ts';
import { underLease } from '../underLease.ts';
import { remoteTips } from '../record/remoteTips.ts';
import { rootInPlace } from '../workingTree/workingRoot.ts';
import { checkNotCheckedOut, isolationHere } from '../workingTree/workingTreeOf.ts';
import { tellGitChanged } from '../workingTree/watchGit.ts';
import type { World } from '../world.ts';

/** Agents may not act as a person. This stops honest ones; it is no sandbox. */
export function refuseInsidePhase(world: Pick<World, 'env'>, act: string): void {
  const phase = world.env['CAIRN_PHASE'];
  if (phase !== undefined && phase !== '') throw new CairnError('usage/inside-phase', { act, phase });
}

/** What an act of a person needs. */
export interface Act {
  readonly name: string;
  /** It captures or writes the working tree; in place HEAD must be where the session left it. */
  readonly onTree?: boolean;
  /** It adds a checkpoint, although the session may have continued elsewhere. */
  readonly adds?: boolean;
  /** It must work where nothing else does: mends a damaged branch and unreadable records first. */
  readonly mends?: boolean;
}

/** Takes the leases of a session and its working tree, does the work, and releases them. */
export async function withDrive<T>(
  world: World,
  session: SessionId,
  act: Act,
  work: (drive: Drive) => Promise<T>,
): Promise<T> {
  refuseInsidePhase(world, act.name);
  const lease = await takeLease(world, session);
  return underLease(lease, () => driveUnder(world, session, lease, act, work));
}

/** The same for a caller that already holds the lease of the session. */
export async function driveUnder<T>(
  world: World,
  session: SessionId,
  lease: Lease,
  { name, onTree = false, adds = false, mends = false }: Act,
  work: (drive: Drive) => Promise<T>,
): Promise<T> {
  if (mends) await mendBranch(world, session, lease);
  return withTreeLease(world, session, lease, false, async (held) => {
    const drive = await openDrive(world, await findSession(world, session), held, { inPlace: false, mends });
    if (onTree) await refuseElsewhere(drive);
    if (adds) await tellBehind(drive, name);
    return work(drive);
  });
}

/** Tells the person that the session has continued elsewhere, so that this act stands beside what was done there. */
async function tellBehind(drive: Drive, act: string): Promise<void> {
  const { world, session } = drive;
  const { record } = tipOf(drive);
  const behind = (await remoteTips(world, record)).tips.find((tip) => tip.relation === 'behind');
  if (behind === undefined) return;
  tell(world, { notice: 'went-on-elsewhere', remote: behind.name, act, session });
}

/** Takes the lease of a session. Throws `lease/held` if somebody else drives it. */
export async function takeLease(world: World, session: SessionId): Promise<Lease> {
  return takeOrRefuse(world.leases, session, { session, run: world.env['CAIRN_RUN'] ?? null });
}

/** Does the work; for a session in place under the lease of the working tree, too. */
export async function withTreeLease<T>(
  world: World,
  session: SessionId,
  lease: Lease,
  inPlace: boolean,
  work: (lease: Lease) => Promise<T>,
): Promise<T> {
  const about = await world.state.of(session).about();
  if (isolationHere(about, inPlace) === 'worktree') return work(lease);
  const root = about?.isolation === 'in-place' ? await rootInPlace(world, about) : world.repository.root;
  return holdTree(world, session, root, (tree) => work(bothLeases(lease, tree)));
}

/** In place only one session at a time drives a working tree. Takes its lease before looking at anything in it. */
export async function holdTree<T>(
  world: World,
  session: SessionId,
  root: string,
  work: (tree: Lease) => Promise<T>,
): Promise<T> {
  // Relative to the git directory: a tree is the same one wherever it is mounted.
  const seen = relative(world.repository.commonDir, root);
  const lease = await takeOrRefuse(world.leases, `tree-${world.sha256(seen).slice(0, 24)}`, {
    session,
    run: null,
  });
  return underLease(lease, () => work(lease));
}

/**
 * Opens a session under its lease: ends orphans, makes the local branch and the worktree where they are missing, lets the files
 * follow the tip, mends the journal and loads the private index.
 */
export async function openDrive(
  world: World,
  found: FoundSession,
  lease: Lease,
  how: { readonly inPlace: boolean; readonly mends?: boolean },
): Promise<Drive> {
  const { repository } = world;
  const { session } = found;
  const state = world.state.of(session);
  await endEarlier(world, session, lease, how.mends === true);
  const ref = await localRef(world, found);
  await unlock(world, [ref, sessionRefs(session)]);
  const about = await state.about();
  await checkNotCheckedOut(world, session, ref);
  const tip = await repository.tip(ref);
  if (tip === null) throw new CairnError('data/no-checkpoint', { session, branch: ref });
  const read = how.mends === true ? readMended : readSession;
  const record = await read(repository, session, ref, tip);
  const isolation = isolationHere(about, how.inPlace);
  const isLinked = isolation === 'worktree';
  const at = { record, history: await readHistory(repository, record) };
  if (isLinked) await leaveGoneOn(world, at, lease);
  const known = isLinked ? await firstStanding(world, record, at.history, await state.about()) : null;
  const worldAt = (seen: Tip): World => onlyTrusted(world, seen);
  const drive = await openTree({ world, worldAt, lease, tip: at }, session, isolation, known);
  // Judged by the state before this drive: what we publish or find from now on does not say who opened the session.
  await noteTrust(world, record, async () => at.history, null);
  const { slot } = drive.record;
  if (slot !== undefined) await sweepQueue(drive, await slotsOf(world, at, slot));
  // It may have continued elsewhere, and we do not know the effects of its next phase.
  if (!(await state.published()).has(tip)) await fencedState(state, lease).note({ found: tip });
  return drive;
}

/** What earlier owners have left at work, in any slot, ends. */
async function endEarlier(world: World, session: SessionId, lease: Lease, mends: boolean): Promise<void> {
  const all = (await slotStates(world, session)).map(({ state }) => state);
  if (!mends) for (const one of all) await refuseNewerJournal(one);
  await endOrphans(world, all, lease);
  for (const one of all.map((its) => fencedState(its, lease))) {
    // Before we prepare the working tree, which may write there too.
    await tellGitChanged(world, one);
    await one.clearOwnLocks();
  }
}

/** Refuses a journal in which a newer Cairn began something that we do not know. A restore drops it. */
async function refuseNewerJournal(state: SessionState): Promise<void> {
  const { unknown } = await state.readJournal();
  const [first] = unknown;
  if (first !== undefined)
    throw new CairnError('data/unknown-word', { file: first.file, commit: null, problems: unknown });
}

/** The local branch. Makes it from the remote-tracking branch if only that exists. */
async function localRef(world: World, found: FoundSession): Promise<RefName> {
  if (!found.remote) return found.ref;
  await world.repository.refuseUnsafe(found.tip);
  const said = await branchSaidAt(world.repository, found.session, found.tip);
  const ref = localBranchOf(found.ref, said ?? '');
  await moveOwnRef(world, ref, {
    from: null,
    to: found.tip,
    why: 'cairn: resumed from the remote-tracking branch',
  });
  tell(world, {
    notice: 'branch-made',
    remote: found.ref.slice('refs/remotes/'.length),
    branch: branchNamed(ref),
  });
  return ref;
}
