import { relative } from 'node:path';
import { CairnError } from '../../base/cairnError.ts';
import type { RefName, SessionId } from '../../model/names/ids.ts';
import { glanceStatus } from '../../model/status/glanceStatus.ts';
import { sessionFolder, sessionRefs, statusPath } from '../../model/names/places.ts';
import { bringToTip } from './bringToTip.ts';
import type { Tip, Checkout, AtTip, Drive } from '../drive.ts';
import { bothLeases, fencedState, fencedTree } from './fenced.ts';
import { endOrphans } from './endOrphans.ts';
import { findSession, localBranchOf, type FoundSession } from '../record/findSession.ts';
import { refuseElsewhere } from '../workingTree/head.ts';
import { readHistory } from '../record/history.ts';
import { takeOverTree } from '../workingTree/inPlace.ts';
import { mendBranch } from './mendBranch.ts';
import { mendJournal } from './mendJournal.ts';
import { readMended } from './mendedSession.ts';
import type { Lease, Objects, SessionAbout, SessionState } from '../ports.ts';
import { readSession, type SessionRecord } from '../record/sessionRecord.ts';
import { decode } from '../record/text.ts';
import { moveOwnRef, unlock } from '../moveOwnRef.ts';
import { takeOrRefuse } from '../takeOrRefuse.ts';
import { tell } from '../tell.ts';
import { onlyTrusted } from '../trust/onlyTrusted.ts';
import { noteTrust } from '../trust/trustSession.ts';
import { underLease } from '../underLease.ts';
import { remoteTips } from '../record/remoteTips.ts';
import { rootInPlace } from '../workingTree/workingRoot.ts';
import { checkNotCheckedOut, ensureWorktree, isolationHere } from '../workingTree/workingTreeOf.ts';
import { endCutOffWrite, overwriterOf } from '../workingTree/keepSaved.ts';
import { writeSteps } from '../workingTree/writeSteps.ts';
import { tellGitChanged } from '../workingTree/watchGit.ts';
import type { World } from '../world.ts';

/** Acts of a person are not for agents: honest ones are stopped here. It is no sandbox. */
export function refuseInsidePhase(world: Pick<World, 'env'>, act: string): void {
  const phase = world.env['CAIRN_PHASE'];
  if (phase !== undefined && phase !== '') throw new CairnError('usage/inside-phase', { act, phase });
}

/** What an act of a person does with a session. */
export interface Act {
  readonly name: string;
  /** It captures the working tree or writes into it: in place only where HEAD is where the session left it. */
  readonly onTree?: boolean;
  /** It adds to the line of the session, beside what was done elsewhere meanwhile. */
  readonly adds?: boolean;
  /** It must be possible where nothing else is: a damaged branch, and records that nobody can read, are mended first. */
  readonly mends?: boolean;
}

/** Takes the lease of a session and of its working tree, does something with it, and lets go. */
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

/** The same for who has the lease of the session already. */
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

/** Somebody has gone on elsewhere: a word said here is said beside what they did, and whoever says it should know. */
async function tellBehind({ world, record, session }: AtTip, act: string): Promise<void> {
  const behind = (await remoteTips(world, record)).find((tip) => tip.relation === 'behind');
  if (behind === undefined) return;
  tell(world, { notice: 'went-on-elsewhere', remote: behind.name, act, session });
}

/** Throws `lease/held` when somebody else drives the session. */
export async function takeLease(world: World, session: SessionId): Promise<Lease> {
  return takeOrRefuse(world.leases, session, { session, run: world.env['CAIRN_RUN'] ?? null });
}

/** Does something under the lease of the working tree too, where a session is worked on in place. */
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

/** In place a working tree is driven by one session at a time: its lease is taken before anything in it is looked at. */
export async function holdTree<T>(
  world: World,
  session: SessionId,
  root: string,
  work: (tree: Lease) => Promise<T>,
): Promise<T> {
  // As seen from the git directory: one tree is one, wherever it is mounted.
  const seen = relative(world.repository.commonDir, root);
  const lease = await takeOrRefuse(world.leases, `tree-${world.sha256(seen).slice(0, 24)}`, {
    session,
    run: null,
  });
  return underLease(lease, () => work(lease));
}

/** Makes ready what only mirrors the tip: ends leftover processes, finds the working tree, loads the private index. */
export async function openDrive(
  world: World,
  found: FoundSession,
  lease: Lease,
  how: { readonly inPlace: boolean; readonly mends?: boolean },
): Promise<Drive> {
  const { repository } = world;
  const { session } = found;
  const state = world.state.of(session);
  if (how.mends !== true) await refuseNewerJournal(state);
  await endOrphans(world, session, lease);
  // Before the working tree is made ready, which may write there too.
  await tellGitChanged(world, fencedState(state, lease));
  await fencedState(state, lease).clearOwnLocks();
  const ref = await localRef(world, found);
  await unlock(world, [ref, sessionRefs(session)]);
  const about = await state.about();
  await checkNotCheckedOut(world.repository, ref, about);
  const tip = await repository.tip(ref);
  if (tip === null) throw new CairnError('data/no-checkpoint', { session, branch: ref });
  const read = how.mends === true ? readMended : readSession;
  const record = await read(repository, session, ref, tip);
  const isolation = isolationHere(about, how.inPlace);
  const place =
    isolation === 'worktree'
      ? await ensureWorktree(world, session, ref, tip)
      : await takeOverTree(world, record, about);
  const isNewPlace = about?.root !== place.root || (place.isolation === 'worktree' && place.setup !== 'done');
  return driveAt(world, record, { ...place, isNewPlace }, lease);
}

/** What a newer Cairn began here nobody can settle who does not know what it is; a restore leaves it behind. */
async function refuseNewerJournal(state: SessionState): Promise<void> {
  const { unknown } = await state.readJournal();
  const [first] = unknown;
  if (first !== undefined)
    throw new CairnError('data/unknown-word', { file: first.file, commit: null, problems: unknown });
}

async function driveAt(
  world: World,
  record: SessionRecord,
  place: SessionAbout & Pick<Checkout, 'isNewPlace'>,
  lease: Lease,
): Promise<Drive> {
  const { session, ref } = record;
  const state = fencedState(world.state.of(session), lease);
  const seen = world.repository.workingTree({
    root: place.root,
    index: await state.adoptIndex(lease.epoch),
    always: [sessionFolder(session)],
    fence: () => lease.reconfirm(),
    step: writeSteps(world),
    never: place.isolation === 'worktree' ? record.workflow.worktree.copy : [],
  });
  const tree = fencedTree(seen, lease);
  await endCutOffWrite(world, tree, overwriterOf(record));
  const footing = await tree.footing();
  const worldAt = (tip: Tip): World => onlyTrusted(world, tip);
  const tip = { record, history: await readHistory(world.repository, record) };
  const drive: Drive = {
    ...tip,
    world: worldAt(tip),
    worldAt,
    session,
    ref,
    isolation: place.isolation,
    root: place.root,
    state,
    lease,
    throwIfStopRequested: async () => {},
    checkout: {
      tree,
      isNewPlace: place.isNewPlace,
      isMadeAnew: place.isolation === 'worktree' && place.setup !== 'done',
      found: footing,
      footing,
      head: place.head ?? footing.head,
      unpublished: null,
      obstacles: [],
      rendered: null,
    },
  };
  await bringToTip(drive);
  drive.checkout.footing = await tree.footing();
  await mendJournal(drive);
  // By what was there before this: whatever is published or found from now on says nothing of who opened it.
  await noteTrust(world, record, async () => drive.history, null);
  await rememberFound(drive);
  if (!(await tree.holds(record.tree))) await tree.load(record.commit);
  return drive;
}

/** What comes from elsewhere may have gone on there: effects of the phase that was next are not known here. */
async function rememberFound({ state, record: { commit } }: AtTip): Promise<void> {
  if (!(await state.published()).has(commit)) await state.note({ found: commit });
}

/** The local branch; made from the remote-tracking one where only that is there. */
async function localRef(world: World, found: FoundSession): Promise<RefName> {
  if (!found.remote) return found.ref;
  await world.repository.refuseUnsafe(found.tip);
  const ref = localBranchOf(found.ref, await branchSaid(world.repository, found));
  await moveOwnRef(world, ref, {
    from: null,
    to: found.tip,
    why: 'cairn: resumed from the remote-tracking branch',
  });
  tell(world, {
    notice: 'branch-made',
    remote: found.ref.slice('refs/remotes/'.length),
    branch: ref.slice('refs/heads/'.length),
  });
  return ref;
}

/** As its STATUS.md names it; empty where that cannot be read. */
async function branchSaid(repository: Objects, { session, tip }: FoundSession): Promise<string> {
  const bytes = await repository.read(tip, statusPath(session));
  return (bytes === null ? null : glanceStatus(decode(bytes))?.branch) ?? '';
}
