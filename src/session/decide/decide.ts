import { counted, listed } from '../../base/listed.ts';
import type { SessionId, TreeId } from '../../model/names/ids.ts';
import { editsSince } from '../../model/checkpoint/editsSince.ts';
import { chosenOption } from '../../model/agent/chosenOption.ts';
import type { ApprovalRecord, PhaseRecord } from '../../model/checkpoint/phaseRecord.ts';
import { isRecordFile } from '../../model/names/places.ts';
import type { StatusRow } from '../../model/status/status.ts';
import { captureWork } from '../workingTree/captureWork.ts';
import type { AtTip, Drive } from '../drive.ts';
import { judgeArtifacts } from '../run/close/evaluateGate.ts';
import { refuseElsewhere, rememberHead } from '../workingTree/head.ts';
import { personsChanges } from '../run/attempt/personsChanges.ts';
import { buildPhasePacket } from '../run/close/phasePacket.ts';
import { recordBefore } from '../run/close/phaseRecordOf.ts';
import { publishCheckpoint } from '../checkpoint/publishCheckpoint.ts';
import type { ActResult } from '../results.ts';
import { GO_ON_HERE } from '../../model/checkpoint/goOnHere.ts';
import { askedOf } from '../record/askedOf.ts';
import { onward, rowOf, withRow } from '../record/rows.ts';
import { tell, tellNotCaptured } from '../tell.ts';
import { repairRenderings } from '../checkpoint/repairRenderings.ts';
import { holdForReview } from '../run/close/reviewPacket.ts';
import { finishRestore } from '../restore/finishRestore.ts';
import { actResult } from './actResult.ts';
import { takePacket, type Reviewed } from './approvePacket.ts';
import { completeByWord, namedToComplete } from './completeByWord.ts';
import { addWord, wordless } from './lateWord.ts';
import { notPossible, waitingPhase, type Waiting } from './waitingPhase.ts';
import { settleByAnswer } from '../effects/settleEffect.ts';
import { describeWord, whoActs } from './who.ts';
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
    const found = await ready(opened);
    const toComplete = namedToComplete(found, named);
    if (toComplete !== null) return actResult((await completeByWord(found, toComplete, comment)).record);
    const waiting = waitingPhase(found, named, 'approve');
    const reviewed = askedOf(waiting.record) === 'packet' ? await takePacket(found, waiting) : null;
    const { drive, tree } = await takeArtifacts(found, waiting);
    const { record, rows, word } = await decided(drive, waiting, tree, 'approved', comment, reviewed);
    const base =
      (await phaseStart(world.repository, session, drive.history, waiting.phase.id)) ?? drive.record.commit;
    const { state, next } = onward(drive.record.workflow, rows);
    const changes = (await world.repository.changes(base, drive.record.tree)).filter(
      (change) => !isRecordFile(session, change.path),
    );
    const closing = {
      phase: waiting.phase,
      row: waiting.row,
      record,
      tree: drive.record.tree,
      at: world.clock.now(),
      changes,
      rows,
      byPerson: await personsChanges(drive, editsSince(drive.history), null),
    };
    const packet = reviewed?.text ?? (await buildPhasePacket(world, drive.record, closing));
    const held = reviewed === null ? await holdForReview(drive, { ...closing, next, packet }) : null;
    const closed = await publishCheckpoint(drive, {
      ...(held ?? { kind: 'approval', state, next, rows, record, packet }),
      phase: waiting.phase.id,
      attempt: waiting.row.attempt,
      tree: drive.record.tree,
      subject: subjectOf(waiting, reviewed, held !== null),
      body: describeWord(word),
    });
    return actResult(closed.record);
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

/** First publishes as an edit any artifacts that differ from the waiting checkpoint and still meet their rules. */
async function takeArtifacts(
  drive: Drive,
  { phase, row, record }: Waiting,
): Promise<{ readonly drive: Drive; readonly tree: TreeId }> {
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
  const { tree } = captured;
  if (tree === drive.record.tree) return { drive, tree };
  tellNotCaptured(world, captured.notCaptured);
  const files = (await world.repository.changes(drive.record.tree, captured.tree))
    .map((change) => change.path)
    .filter((path) => !isRecordFile(drive.session, path));
  const edited = await publishCheckpoint(drive, {
    kind: 'edit',
    phase: phase.id,
    attempt: row.attempt,
    state: 'waiting',
    next: phase.id,
    rows: withRow(drive.record.status.rows, phase.id, {
      artifacts: { present: artifacts.length, promised: phase.artifacts.length },
    }),
    tree,
    normalised: captured.normalised,
    record: { ...record, artifacts, notCaptured: captured.notCaptured, normalised: captured.normalised },
    subject: `${counted(files.length, 'file')} changed before the approval of ${phase.id}`,
    body: listed(files, 50),
  });
  tell(world, { notice: 'approved-with-changes', files, checks: phase.checks.length > 0 });
  return { drive: edited, tree };
}

async function decided(
  drive: AtTip,
  { phase, row }: Waiting,
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
  const known = recordBefore(drive.record, rowOf(drive.record.status.rows, phase.id));
  // The next attempt is told a text together with its question; approving the packet has answered it.
  const { question, ...rest } = known;
  const before = question === undefined || question.about === 'packet' ? rest : known;
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
  const status = decision === 'approved' ? 'done' : 'pending';
  const rows = withRow(drive.record.status.rows, phase.id, { status, updated: at, attempt: row.attempt });
  return { record: { ...before, status, approvals: [...before.approvals, word] }, rows, word };
}

async function publishWord(
  drive: Drive,
  waiting: Waiting,
  decision: 'rejected' | 'answered',
  comment: string | null,
): Promise<Drive> {
  const { record, rows, word } = await decided(drive, waiting, drive.record.tree, decision, comment);
  return publishCheckpoint(drive, {
    kind: decision === 'rejected' ? 'rejection' : 'answer',
    phase: waiting.phase.id,
    attempt: waiting.row.attempt,
    state: 'running',
    next: waiting.phase.id,
    rows,
    tree: drive.record.tree,
    record,
    keepHead: true,
    subject: `${waiting.phase.id} is ${decision}`,
    body: describeWord(word),
  });
}
