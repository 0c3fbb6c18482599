import type { SessionId, TreeId } from '../../model/names/ids.ts';
import { joinChanges } from '../../model/checkpoint/joinChanges.ts';
import { chosenOption } from '../../model/agent/chosenOption.ts';
import type { ApprovalRecord, PhaseRecord } from '../../model/checkpoint/phaseRecord.ts';
import { isRecordFile } from '../../model/names/places.ts';
import type { StatusRow } from '../../model/status/status.ts';
import { captureWork, type Captured } from '../workingTree/captureWork.ts';
import type { AtTip, Drive } from '../drive.ts';
import { judgeArtifacts } from '../run/close/evaluateGate.ts';
import { refuseElsewhere, rememberHead } from '../workingTree/head.ts';
import { changedByPerson, changesBetween } from '../run/attempt/personsChanges.ts';
import { handOn } from '../run/close/handOn.ts';
import { publishCheckpoint } from '../checkpoint/publishCheckpoint.ts';
import type { ActResult } from '../results.ts';
import { GO_ON_HERE } from '../../model/checkpoint/goOnHere.ts';
import { askedOf } from '../record/askedOf.ts';
import { beganOn, restingTree } from '../record/heldWork.ts';
import { onward, withRow } from '../record/rows.ts';
import { tell, tellNotCaptured } from '../tell.ts';
import { repairRenderings } from '../checkpoint/repairRenderings.ts';
import { closeOrReview } from '../run/close/reviewPacket.ts';
import { finishRestore } from '../restore/finishRestore.ts';
import { actResult } from './actResult.ts';
import { takePacket, type Reviewed } from './approvePacket.ts';
import { completeByWord, namedToComplete } from './completeByWord.ts';
import { addWord, wordless } from './lateWord.ts';
import { notPossible, waitingPhase, type Waiting } from './waitingPhase.ts';
import { settleByAnswer } from '../effects/settleEffect.ts';
import { describeWord, whoActs } from './who.ts';
import { refuseUnlaid } from '../drive/layWork.ts';
import { withDrive } from '../drive/withDrive.ts';
import { phaseStart } from '../record/sessionMove.ts';
import { refuseSecrets } from '../workingTree/withoutSecrets.ts';
import type { World } from '../world.ts';

/**
 * Approves the artifacts as they are in the working tree and closes the phase. Runs nothing, except for a named phase that no
 * attempt completed: its whole gate must hold.
 */
export async function approve(
  world: World,
  session: SessionId,
  named: string | null,
  comment: string | null,
): Promise<ActResult> {
  if (comment !== null) await refuseSecrets(world.secrets, { given: 'message' }, comment);
  return withDrive(world, session, { name: 'approve', onTree: true, adds: true }, async (opened) => {
    const drive = await ready(opened);
    await refuseUnlaid(drive);
    const toComplete = namedToComplete(drive, named);
    if (toComplete !== null) return actResult((await completeByWord(drive, toComplete, comment)).record);
    const waiting = waitingPhase(drive, named, 'approve');
    const reviewed = askedOf(waiting.record) === 'packet' ? await takePacket(drive, waiting) : null;
    const taken = await takeArtifacts(drive, waiting);
    const { tree, normalised } = taken;
    const { record, rows, word } = await decided(drive, taken.waiting, tree, 'approved', comment, reviewed);
    const base =
      (await phaseStart(world.repository, session, drive.history, waiting.phase.id)) ?? drive.record.commit;
    const { state, next } = onward(drive.record.workflow, rows);
    const changes = (await world.repository.changes(base, tree)).filter(
      (change) => !isRecordFile(session, change.path),
    );
    const closing = {
      phase: waiting.phase,
      row: waiting.row,
      record,
      tree,
      at: world.clock.now(),
      changes,
      rows,
      byPerson: await changedByPerson(drive, record, null),
    };
    const handedOn = await handOn(world, drive.record, closing, reviewed);
    const closed = await closeOrReview(
      drive,
      { ...closing, kind: 'approval', state, next, handedOn, base: beganOn(drive.record) },
      reviewed !== null,
    );
    const published = await publishCheckpoint(drive, {
      ...closed,
      phase: waiting.phase.id,
      attempt: waiting.row.attempt,
      normalised,
      subject: subjectOf(waiting, reviewed, closed.kind === 'waiting'),
      body: describeWord(word),
    });
    return actResult(published.record);
  });
}

function subjectOf({ phase }: Waiting, reviewed: Reviewed | null, isHeld: boolean): string {
  if (isHeld) return `${phase.id} is approved and waits for a look at its packet`;
  if (reviewed === null) return `${phase.id} is approved`;
  return `the packet of ${phase.id} is approved${reviewed.isEdited ? ' as a person edited it' : ''}`;
}

/** Sends a phase back; the comment reaches the next attempt's prompt. */
export async function reject(
  world: World,
  session: SessionId,
  named: string | null,
  comment: string | null,
): Promise<ActResult> {
  if (comment !== null) await refuseSecrets(world.secrets, { given: 'message' }, comment);
  return withDrive(world, session, { name: 'reject', adds: true }, async (opened) => {
    const drive = await ready(opened);
    const late = comment === null ? null : await wordless(drive, named);
    const rejected =
      late !== null && comment !== null
        ? await addWord(drive, late, comment)
        : await publishWord(drive, waitingPhase(drive, named, 'reject'), 'rejected', comment);
    return actResult(rejected.record);
  });
}

/** Answers a question of an agent or the engine; the text reaches the next attempt's prompt. */
export async function answer(world: World, session: SessionId, text: string): Promise<ActResult> {
  await refuseSecrets(world.secrets, { given: 'message' }, text);
  return withDrive(world, session, { name: 'answer', adds: true }, async (opened) => {
    const { drive } = await finishRestore(opened);
    const waiting = waitingPhase(drive, null, 'answer');
    const { effect, options = [] } = waiting.record.question ?? {};
    const said = chosenOption(text, options);
    if (askedOf(waiting.record) === 'head') {
      if (said.trim().toLowerCase() === GO_ON_HERE) await rememberHead(drive);
      // Any other answer means going back, which only the person can do.
      else await refuseElsewhere(drive);
    }
    if (effect !== undefined)
      await settleByAnswer(world, drive.record, effect, { text: said, by: await whoActs(world) });
    return actResult((await publishWord(drive, waiting, 'answered', said)).record);
  });
}

/** The person was asked where to continue and went back: an answer without words. */
export async function publishGoneBack(drive: Drive): Promise<Drive> {
  return publishWord(drive, waitingPhase(drive, null, 'answer'), 'answered', 'go back');
}

async function ready(opened: Drive): Promise<Drive> {
  const { drive } = await finishRestore(opened);
  await repairRenderings(drive);
  return drive;
}

/** What a yes publishes, and the phase as it lies there. */
interface Taken extends Pick<Captured, 'tree' | 'normalised'> {
  readonly waiting: Waiting;
}

/** Takes the work as it lies there by now. What a person changed of it since is theirs, and told; it must still meet the rules. */
async function takeArtifacts(drive: Drive, waiting: Waiting): Promise<Taken> {
  const { phase, row, record } = waiting;
  const { world } = drive;
  const captured = await captureWork(world, drive.checkout.tree, drive.session);
  const { judged, artifacts } = await judgeArtifacts(drive, phase, row, captured);
  const broken = judged.flatMap((item) => item.reasons);
  const secrets = captured.secrets.map((hit) => `${hit.path}: a secret in line ${hit.line} (${hit.what})`);
  if (broken.length + secrets.length > 0)
    throw notPossible(drive, 'approve', {
      because: 'gate',
      of: 'artifacts',
      reasons: [...broken, ...secrets],
    });
  const { tree, normalised, notCaptured } = captured;
  const resting = await restingTree(world.repository, drive.record);
  if (tree === resting) return { waiting, tree, normalised: [] };
  tellNotCaptured(world, notCaptured);
  const changed = await changesBetween(drive, resting, tree);
  const files = changed.map(({ path }) => path);
  tell(world, { notice: 'approved-with-changes', files, checks: phase.checks.length > 0 });
  const now = {
    phase,
    row: { ...row, artifacts: { present: artifacts.length, promised: phase.artifacts.length } },
    record: {
      ...record,
      artifacts,
      notCaptured,
      normalised,
      edited: joinChanges([record.edited ?? [], changed]),
    },
  };
  return { waiting: now, tree, normalised };
}

async function decided(
  drive: AtTip,
  { phase, row, record: known }: Waiting,
  tree: TreeId,
  decision: ApprovalRecord['decision'],
  comment: string | null,
  reviewed: Reviewed | null = null,
): Promise<{
  readonly record: PhaseRecord;
  readonly rows: readonly StatusRow[];
  readonly word: ApprovalRecord;
}> {
  const at = drive.world.clock.now();
  // The next attempt is told a text together with its question; approving the packet has answered it.
  const { question, held, ...rest } = known;
  const isDone = decision === 'approved';
  const before = {
    ...rest,
    ...(question === undefined || question.about === 'packet' ? {} : { question }),
    ...(held === undefined || isDone ? {} : { held }),
  };
  const artifacts = before.artifacts.map(({ path, blob }) => ({ path, blob }));
  const word: ApprovalRecord = {
    decision,
    by: await whoActs(drive.world),
    at,
    comment,
    artifacts,
    tree,
    ...(reviewed === null ? {} : { packet: reviewed.isEdited ? 'edited' : 'kept' }),
  };
  const status = isDone ? 'done' : 'pending';
  const { attempt, artifacts: promised } = row;
  const rows = withRow(drive.record.status.rows, phase.id, {
    status,
    updated: at,
    attempt,
    artifacts: promised,
  });
  return { record: { ...before, status, approvals: [...before.approvals, word] }, rows, word };
}

async function publishWord(
  drive: Drive,
  waiting: Waiting,
  decision: 'rejected' | 'answered',
  comment: string | null,
): Promise<Drive> {
  const judged = await restingTree(drive.world.repository, drive.record);
  const { record, rows, word } = await decided(drive, waiting, judged, decision, comment);
  return publishCheckpoint(drive, {
    kind: decision === 'rejected' ? 'rejection' : 'answer',
    phase: waiting.phase.id,
    attempt: waiting.row.attempt,
    state: 'running',
    next: waiting.phase.id,
    rows,
    work: 'unchanged',
    record,
    keepHead: true,
    subject: `${waiting.phase.id} is ${decision}`,
    body: describeWord(word),
  });
}
