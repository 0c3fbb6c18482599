import { COMPLETED, judgedInRound, lastJudged } from '../../model/attempt/attemptEnd.ts';
import { doubtQuestion, doubtsOf } from '../../model/effects/doubt.ts';
import { readAttempts, type OpenAttempt } from '../../model/attempt/openAttempt.ts';
import type { ApprovalRecord, PhaseRecord } from '../../model/checkpoint/phaseRecord.ts';
import type { StatusRow } from '../../model/status/status.ts';
import { checkedOf } from '../../model/status/checked.ts';
import { besidesApproved } from '../../model/text/doneWords.ts';
import type { Phase } from '../../model/workflow/workflow.ts';
import type { AtTip, Drive } from '../drive.ts';
import { readEffects } from '../effects/readEffects.ts';
import { askedOf } from '../record/askedOf.ts';
import { evaluateGate, type Gate } from '../run/close/evaluateGate.ts';
import { changedByPerson, mendedIn } from '../run/attempt/personsChanges.ts';
import { recordAfter, recordBefore } from '../run/close/phaseRecordOf.ts';
import { whyNotOver } from '../run/close/planLoop.ts';
import { publishClosed } from '../run/close/publishClosed.ts';
import { setUp } from '../run/runSetup.ts';
import { attemptsSoFar } from '../run/attempt/attemptsSoFar.ts';
import { dropNotes } from '../run/attempt/takeNotes.ts';
import { tellNotCaptured } from '../tell.ts';
import { valueWithoutSecrets } from '../workingTree/withoutSecrets.ts';
import type { WorkOnTip } from '../run/close/mergedOnTip.ts';
import { notPossible, type Waiting } from './waitingPhase.ts';
import { describeWord, whenSaid, whoActs } from '../record/who.ts';
import { beganOn, restingTree } from '../record/heldWork.ts';
import { workChanges } from '../record/workChanges.ts';

/**
 * The phase that a person names to close as it is: one that is blocked, or whose agent asks. Null for any other, and if none is
 * named: a plain yes to what waits never closes what no attempt completed.
 */
export function namedToComplete({ record }: AtTip, named: string | null): Waiting | null {
  const { status, workflow } = record;
  const row = status.rows.find((candidate) => candidate.phase === named);
  const phase = workflow.phases.find((candidate) => candidate.id === named);
  if (row === undefined || phase === undefined) return null;
  const known = recordBefore(record, row);
  const asks =
    row.status === 'waiting' && askedOf(known) === 'question' && known.question?.about === undefined;
  return row.status === 'blocked' || asks ? { phase, row, record: known } : null;
}

/**
 * Closes a phase on a person's word, without another attempt but with its gate: checks run and artifacts are judged. Its record
 * keeps how the attempt ended.
 *
 * @throws `usage/not-possible` with what is missing
 */
export async function completeByWord(
  { drive, mended }: WorkOnTip,
  held: Waiting,
  comment: string | null,
): Promise<Drive> {
  const { world, session } = drive;
  const { phase } = held;
  const { lines } = await drive.state.readJournal();
  const { highest, open } = readAttempts(lines);
  const row = { ...held.row, attempt: Math.max(held.row.attempt, highest.get(phase.id) ?? 0) };
  const gate = await gateThatHolds(drive, phase, row);
  tellNotCaptured(world, gate.captured.notCaptured);
  const attempts = await endedAttempts(drive, row, open);
  const at = world.clock.now();
  const { tree, normalised } = gate.captured;
  const word: ApprovalRecord = {
    decision: 'approved',
    by: await whoActs(world),
    at: whenSaid(world),
    comment,
    artifacts: gate.artifacts.map(({ path, blob }) => ({ path, blob })),
    tree,
  };
  const notes = await drive.state.notes.list();
  const facts = { phase, row, gate, facts: null, attempts, status: 'done', at, lines, notes } as const;
  const since = attempts.slice(held.record.attempts.length);
  const outcome = lastJudged([...judgedInRound(held.record), ...since])?.outcome ?? null;
  const after: PhaseRecord = {
    ...recordAfter(drive.record, facts),
    outcome,
    approvals: [...held.record.approvals, word],
  };
  const record = await valueWithoutSecrets(world.secrets, 'phase.json', after);
  const published = await publishClosed(drive, {
    kind: 'approval',
    phase,
    row: { ...row, artifacts: { present: gate.artifacts.length, promised: phase.artifacts.length } },
    record,
    at,
    tree,
    normalised,
    base: beganOn(drive.record),
    changes: await workChanges(world.repository, session, gate.base, tree),
    byPerson: await changedByPerson(drive, record, [...mended, ...(await mendedIn(drive, tree))]),
    subject: (waits) =>
      waits
        ? `${phase.id} is approved${howEnded(row, outcome)} and waits for a look at its packet`
        : `${phase.id} is approved${besidesApproved(checkedOf(record))}${howEnded(row, outcome)}`,
    body: describeWord(word),
  });
  await dropNotes(published);
  return published;
}

function howEnded({ attempt }: StatusRow, outcome: string | null): string {
  if (outcome === null) return ', without an attempt';
  return outcome === COMPLETED
    ? `, though its gate had not held after attempt ${attempt}`
    : `, though attempt ${attempt} ended as ${outcome}`;
}

async function gateThatHolds(drive: Drive, phase: Phase, row: StatusRow): Promise<Gate> {
  const [doubt] = doubtsOf(await readEffects(drive.world.repository, drive.record), phase.id);
  if (doubt !== undefined)
    throw notPossible(drive, 'approve', { because: 'in-doubt', question: doubtQuestion(doubt).text });
  const { lost } = drive.lease;
  // A check may need what the setup makes.
  if (phase.checks.length > 0 && (await setUp(drive, lost)) !== null)
    throw notPossible(drive, 'approve', { because: 'setup-failed' });
  const gate = await evaluateGate(drive, phase, row, { kind: 'completed' }, lost);
  const reasons =
    gate.verdict.kind === 'fails' ? gate.verdict.reasons : await whyNotOver(drive, phase, gate.captured.tree);
  if (reasons.length === 0) return gate;
  // Nothing was published: the working tree still holds the changes since the tip.
  await drive.checkout.tree.load(await restingTree(drive.world.repository, drive.record));
  throw notPossible(drive, 'approve', { because: 'gate', of: 'gate', reasons });
}

/** Includes the attempt that the journal leaves open: this word closes it, with the outcome it had. */
async function endedAttempts(
  drive: AtTip,
  row: StatusRow,
  open: OpenAttempt | null,
): Promise<PhaseRecord['attempts']> {
  const attempts = await attemptsSoFar(drive, row);
  if (open === null || open.phase !== row.phase) return attempts;
  const { attempt, ended } = open;
  return [...attempts, { attempt, outcome: ended?.outcome ?? 'cut-off', reasons: [] }];
}
