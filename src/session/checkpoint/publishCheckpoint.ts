import { CairnError } from '../../base/cairnError.ts';
import { isOver } from '../../model/graph/isOver.ts';
import type { CommitId, PhaseId, Timestamp, TreeId } from '../../model/names/ids.ts';
import { assertTransition } from '../../model/plan/phaseMachine.ts';
import { movedTo, passedBy, tipOf, type Checkout, type Drive } from '../drive.ts';
import { readEffects } from '../effects/readEffects.ts';
import { toCheckpoints } from '../record/history.ts';
import { restingTree, withEngineFiles } from '../record/heldWork.ts';
import { readSession, type SessionRecord } from '../record/sessionRecord.ts';
import { moveOwnRef } from '../moveOwnRef.ts';
import { detachAt, takeCommits, rememberHead, tellTaken } from '../workingTree/head.ts';
import { lookOnceMore } from '../workingTree/lookAgain.ts';
import { checkNotCheckedOut } from '../workingTree/workingTreeOf.ts';
import { closedBy } from './closedBy.ts';
import { composeCheckpoint, recordsGone } from './composeCheckpoint.ts';
import { keepRaw, keepRefused } from './keepUnpublished.ts';
import { holdWork } from './holdWork.ts';
import { layWork } from './layWork.ts';
import { logFailed, logPublished, type Published } from './logCheckpoint.ts';
import type { NewCheckpoint } from './newCheckpoint.ts';
import { nextStatus } from './nextStatus.ts';
import { noteSlot } from './noteSlot.ts';
import { takenFromQueue } from './queueWork.ts';
import { renderFiles } from './renderFiles.ts';
import { resetJournal } from './resetJournal.ts';
import { notesInFirst, rescueStatusEdit, showTip } from './statusFile.ts';

/**
 * The one way in which anything of a session is saved: objects first, then the id of the commit on disk,
 * then the ref by compare-and-swap, then the renderings of it. What comes before the ref moves can be
 * thrown away (rescues stay), what comes after it can be done again. Answers the drive on the new tip.
 *
 * @throws `lease/overtaken` when somebody else moved the branch, `repo/branch-checked-out`, `data/too-large`
 */
export async function publishCheckpoint(from: Drive, next: NewCheckpoint): Promise<Drive> {
  const drive = next.kind === 'restore' ? await outOfSlots(from) : from;
  const { world } = drive;
  refuseBehind(drive, next);
  const of = { kind: next.kind, seq: drive.record.status.seq + 1, began: world.clock.monotonic() };
  const failed = async (error: unknown): Promise<never> => {
    // A stop before the ref moved is no failure.
    if (error instanceof CairnError) await logFailed(drive, of, error);
    throw error;
  };
  const made = await makeCommit(drive, next).catch(failed);
  const move = async (): Promise<{ readonly now: Drive; readonly published: Published }> => {
    await moveTip(drive, next, made).catch(failed);
    world.reached('checkpoint/ref-moved');
    const published = logPublished(world, { ...of, session: drive.session, commit: made.commit });
    return { now: await toNewTip(drive, next, made, published), published };
  };
  const { now, published } =
    drive.ahead === null ? await moveAlong(drive, next, made, move) : await moveAlone(move);
  await resetJournal(drive, next, { at: made.at, ...published });
  world.reached('checkpoint/journal-reset');
  return now;
}

/** A tree of where the tip was would take back what others have published since. */
function refuseBehind({ record, ahead }: Drive, { kind, work }: NewCheckpoint): void {
  if (work === 'unchanged' || !('publish' in work)) return;
  if (ahead !== null && ahead.record.commit !== record.commit)
    throw new CairnError('internal/unexpected', { what: kind });
}

/** What a restore goes back to says what lies in the first working tree, as where phases run one by one. */
async function outOfSlots(drive: Drive): Promise<Drive> {
  if (drive.record.slot === undefined) return drive;
  await drive.state.note({ standing: null });
  return { ...drive, ...tipOf(drive), ahead: null };
}

type Move = () => Promise<{ readonly now: Drive; readonly published: Published }>;

/** The working tree goes along: its files of the engine, its index, its HEAD. */
async function moveAlong(
  drive: Drive,
  next: NewCheckpoint,
  { commit, resting, rests, gone }: Made,
  move: Move,
): ReturnType<Move> {
  const { world, checkout } = drive;
  // The private index comes after the files; git gets ready for it while the ref moves.
  const { now, published } = await checkout.tree.loadAfter(resting, async () => {
    const moved = await move();
    await renderFiles(moved.now, gone);
    return moved;
  });
  world.reached('checkpoint/index-loaded');
  await renderHead(now, next.keepHead === true);
  world.reached('checkpoint/head-reset');
  const arrived = await noteSlot(now, { stands: commit, moving: null, rests, since: null });
  if (next.onDisk !== undefined) await layWork(arrived);
  return { now: arrived, published };
}

/** The working tree stays on what it stands on; only people's view of the session, in the first one, is of the tip. */
async function moveAlone(move: Move): ReturnType<Move> {
  const moved = await move();
  await showTip(moved.now);
  return moved;
}

/** A commit that nothing points at yet. */
interface Made {
  readonly commit: CommitId;
  readonly at: Timestamp;
  /** As of the capture; `lookOnceMore` compares it with HEAD now. */
  readonly head: Checkout['head'];
  /** As it will be the tip. */
  readonly record: SessionRecord;
  /** What the working tree will hold as long as nobody changes it. */
  readonly resting: TreeId;
  /** What was laid in its slot before, and lies there still. */
  readonly rests: TreeId | null;
  /** Records of the engine that it has no more. */
  readonly gone: Awaited<ReturnType<typeof recordsGone>>;
  /** What somebody committed in the working tree. */
  readonly also: CommitId | null;
  /** That, or the work that it holds. */
  readonly second: CommitId | null;
}

async function makeCommit(here: Drive, next: NewCheckpoint): Promise<Made> {
  const { world } = here;
  const drive = { ...here, ...tipOf(here) };
  const edited = await rescueStatusEdit(drive);
  const notes = drive.checkout.slot === 1 ? edited?.notes : await notesInFirst(drive);
  const status = await nextStatus(drive, next, notes ?? drive.record.status.notes);
  if (next.kind !== 'restore') assertTransition('session', drive.record.status.state, status.state);
  const effects = await readEffects(world.repository, drive.record);
  await keepRaw(drive, next);
  const { head } = drive.checkout.footing;
  const also = await secondParent(here, next, head);
  const held = await holdWork(drive, next, also, status.updated);
  const gone = await recordsGone(drive, next);
  const commit = await composeCheckpoint(drive, { ...held.next, effects, gone }, status, held.second);
  world.reached('checkpoint/commit-made');
  // Read back before the ref moves: what it says decides what the working tree is measured against.
  const record = await readSession(world.repository, drive.session, drive.ref, commit);
  const rests = await stillLaid(here, next, record);
  const resting = await restingTree(world.repository, movedTo(here, { record, history: [] }, rests).record);
  return { commit, record, resting, rests, gone, at: status.updated, head, also, second: held.second };
}

/** What was laid in a slot, as a merge with what others have published, lies there until something of it is published or held. */
async function stillLaid(
  { world, ahead, record: { slot } }: Drive,
  { work }: NewCheckpoint,
  now: SessionRecord,
): Promise<TreeId | null> {
  if (ahead !== null || work !== 'unchanged' || slot === undefined || slot.rests === null) return null;
  return withEngineFiles(world.repository, now, slot.rests);
}

/** Moves the ref. Throws if somebody else has moved it, or drives the session by now: the commit is then set aside. */
async function moveTip(drive: Drive, next: NewCheckpoint, { commit, rests, second }: Made): Promise<void> {
  const { world } = drive;
  await checkNotCheckedOut(world, drive.session, drive.ref);
  try {
    await noteMove(drive, { commit, rests }, next.onDisk);
    await drive.state.recordPublished(commit);
    world.reached('checkpoint/commit-recorded');
    await drive.lease.confirm();
    // The last chance: interrupt beats checkpoint, and cancel beats both.
    await drive.throwIfStopRequested();
    if (drive.ahead === null || next.work !== 'unchanged')
      await lookOnceMore(drive, {
        head: next.keepHead !== true || drive.isolation === 'worktree',
        // In a worktree a restore ends what was begun there.
        operations: next.kind !== 'restore' || drive.isolation === 'in-place',
      });
  } catch (error) {
    throw CairnError.is(error, 'lease/held') ? await keepRefused(drive, commit, second) : error;
  }
  const drops = await takenFromQueue(drive, next);
  const move = { from: tipOf(drive).record.commit, to: commit, why: `cairn: ${next.kind}`, drops };
  if (!(await moveOwnRef(world, drive.ref, move))) throw await keepRefused(drive, commit, second);
}

/** Where the working tree goes, on disk before the ref moves: a crash in between leaves it on its way. */
async function noteMove(
  drive: Drive,
  { commit, rests }: Pick<Made, 'commit' | 'rests'>,
  onDisk?: TreeId,
): Promise<void> {
  if (drive.ahead !== null) return;
  const besides = onDisk === undefined ? {} : { laying: { tip: commit, from: onDisk } };
  await noteSlot(drive, { moving: { to: commit, rests } }, besides);
}

/** The drive on the tip that is published, which is told. */
async function toNewTip(
  drive: Drive,
  next: NewCheckpoint,
  { commit, record, rests, head, also }: Made,
  published: Published,
): Promise<Drive> {
  const { phase, subject, work } = next;
  const { world, session } = drive;
  const [newest] = toCheckpoints(session, [await world.repository.commitEntry(commit)]);
  const { history } = drive;
  const tip = { record, history: newest === undefined ? history : [newest, ...history] };
  const now = drive.ahead === null ? movedTo(drive, tip, rests) : passedBy(drive, tip);
  if (drive.ahead === null || work !== 'unchanged') now.checkout.unpublished = null;
  if (work !== 'unchanged' || phase === now.checkout.before?.phase) now.checkout.before = null;
  const over = stoppedBy(drive, record);
  world.onProgress({
    type: 'checkpoint',
    ...published,
    session,
    phase,
    subject,
    ...closedBy(next, record),
    ...(over.length === 0 ? {} : { over }),
  });
  tellTaken(now, head, also);
  return now;
}

const stoppedBy = (drive: Drive, { status }: SessionRecord): readonly PhaseId[] =>
  drive.beside.filter((id) => {
    const row = tipOf(drive).record.status.rows.find(({ phase }) => phase === id);
    return row !== undefined && isOver(row, status.rows);
  });

async function renderHead(drive: Drive, keepHead: boolean): Promise<void> {
  if (drive.isolation === 'worktree') await detachAt(drive, drive.record.commit);
  drive.checkout.footing = await drive.checkout.tree.footing();
  if (!keepHead) await rememberHead(drive);
}

/**
 * What was committed in the working tree becomes the second parent of whatever checkpoint comes next: HEAD of a worktree
 * is brought to that checkpoint, and nothing else of ours would name these commits any more.
 */
async function secondParent(
  drive: Drive,
  next: NewCheckpoint,
  head: Checkout['head'],
): Promise<CommitId | null> {
  // A restore takes these commits back, and has set them aside.
  if (next.kind === 'restore') return null;
  // Nobody's work is in it, and somebody may be at work there.
  if (drive.ahead !== null && next.work === 'unchanged') return null;
  // In place HEAD stays, and the person is still asked whether that is right.
  if (next.keepHead === true && drive.isolation === 'in-place') return null;
  return takeCommits(drive, head);
}
