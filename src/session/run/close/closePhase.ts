import { counted, listed } from '../../../base/listed.ts';
import type { CommitId, Timestamp } from '../../../model/names/ids.ts';
import { checkedOf } from '../../../model/status/checked.ts';
import type { CommittedStatus } from '../../../model/status/statusWords.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import { doneWords } from '../../../model/text/doneWords.ts';
import type { Phase } from '../../../model/workflow/workflow.ts';
import type { Context, AtTip, Drive } from '../../drive.ts';
import type { Gate } from './evaluateGate.ts';
import { changedByPerson } from '../attempt/personsChanges.ts';
import { dropNotes } from '../attempt/takeNotes.ts';
import { publishClosed } from './publishClosed.ts';
import { recordAfter, type Judged } from './phaseRecordOf.ts';
import type { Change } from '../../ports.ts';
import { publishCheckpoint } from '../../checkpoint/publishCheckpoint.ts';
import { beganOn } from '../../record/heldWork.ts';
import { withRow } from '../../record/rows.ts';
import { workChanges } from '../../record/workChanges.ts';
import { tell, tellKept, tellNotCaptured } from '../../tell.ts';
import { valueWithoutSecrets } from '../../workingTree/withoutSecrets.ts';
import type { ApprovalRecord, PhaseRecord } from '../../../model/checkpoint/phaseRecord.ts';

export type Question = Omit<NonNullable<PhaseRecord['question']>, 'asked'>;

/** Publishes a phase whose gate holds: it is done, or waits for a person to review its packet. */
export async function publishDone(drive: Drive, judged: Judged): Promise<Drive> {
  const { phase, gate } = judged;
  const { at, row, record: before } = await judgedAs(drive, judged, { status: 'done' });
  const { record, word } = approvedIn(before, gate);
  if (word !== null) tellKept(drive.world, { notice: 'approved-beforehand', phase: phase.id, by: word.by });
  const changes = await changesOf(drive, gate);
  tellNotCaptured(drive.world, gate.captured.notCaptured);
  const { tree, normalised } = gate.captured;
  const published = await publishClosed(drive, {
    kind: 'phase',
    phase,
    row,
    record,
    at,
    tree,
    normalised,
    base: begunOn(drive, judged),
    changes,
    byPerson: await changedByPerson(drive, record, judged.mended ?? []),
    subject: (waits) =>
      `${phase.id} ${waits ? 'waits for a look at its packet' : `is ${doneWords(checkedOf(record))}`}`,
    body:
      describe(changes, gate) + (word === null ? '' : `\nApproved beforehand by ${word.by}, at ${word.at}.`),
  });
  tellReplayed(published, phase);
  await dropNotes(published);
  return published;
}

/** What was said beforehand is a word on what the gate has judged. */
function approvedIn(
  record: PhaseRecord,
  { beforehand, artifacts, captured: { tree } }: Gate,
): { readonly record: PhaseRecord; readonly word: ApprovalRecord | null } {
  if (beforehand === null) return { record, word: null };
  const word: ApprovalRecord = {
    decision: 'approved',
    by: beforehand.by,
    at: beforehand.at,
    comment: null,
    artifacts: artifacts.map(({ path, blob }) => ({ path, blob })),
    tree,
    beforehand: true,
  };
  return { record: { ...record, approvals: [...record.approvals, word] }, word };
}

interface Held {
  readonly status: 'waiting' | 'blocked';
  readonly question?: Question;
  readonly reasons: readonly string[];
  /** Where its loop stands, for the person who is asked about it. */
  readonly loop?: NonNullable<PhaseRecord['loop']>;
}

/** Publishes a phase that is held up: it waits for a person, or its gate did not hold after the last retry. */
export async function publishHeld(drive: Drive, judged: Judged, held: Held): Promise<Drive> {
  const { phase, row, gate } = judged;
  const { row: shown, record } = await judgedAs(drive, judged, held);
  tellNotCaptured(drive.world, gate.captured.notCaptured);
  const why =
    held.reasons.length === 0 ? '' : `\n\n${held.reasons.map((reason) => `- ${reason}`).join('\n')}`;
  const published = await publishCheckpoint(drive, {
    kind: held.status,
    phase: phase.id,
    attempt: row.attempt,
    rows: withRow(drive.record.status.rows, phase.id, shown),
    work: { hold: gate.captured.tree, base: begunOn(drive, judged) },
    normalised: gate.captured.normalised,
    record,
    subject: `${phase.id} ${holds(held, record)}`,
    body: `${describe(await changesOf(drive, gate), gate)}${why}`,
  });
  await dropNotes(published);
  return published;
}

/** The checkpoint on which the work began: that of before, if nobody but a person has worked since. */
export const begunOn = ({ record }: AtTip, { facts }: Pick<Judged, 'facts'>): CommitId =>
  facts === null ? beganOn(record) : record.commit;

/** Row and record of the phase as of now. */
export async function judgedAs(
  drive: AtTip,
  judged: Judged,
  { status, question, loop }: Pick<Partial<Held>, 'question' | 'loop'> & { readonly status: CommittedStatus },
): Promise<{
  readonly at: Timestamp;
  readonly row: StatusRow;
  readonly record: PhaseRecord;
}> {
  const { phase, row, gate } = judged;
  const at = drive.world.clock.now();
  const { lines } = await drive.state.readJournal();
  const notes = await drive.state.notes.list();
  const record: PhaseRecord = {
    ...recordAfter(drive.record, { ...judged, status, at, lines, notes }),
    ...(question === undefined ? {} : { question: { ...question, asked: at } }),
    ...(loop === undefined ? {} : { loop }),
  };
  return {
    at,
    row: {
      ...row,
      artifacts: { present: gate.artifacts.length, promised: phase.artifacts.length },
      status,
      updated: at,
    },
    record: await valueWithoutSecrets(drive.world.secrets, 'phase.json', record),
  };
}

/** A repeated phase may have wanted effects that had happened already. */
function tellReplayed({ world, record }: AtTip, { id }: Phase): void {
  const many = record.records.get(id)?.effects.replayed ?? 0;
  if (many > 0) tell(world, { notice: 'effects-replayed', phase: id, effects: many });
}

function holds({ status, question }: Held, { agent }: PhaseRecord): string {
  if (status === 'blocked') return 'is blocked';
  if (question === undefined) return 'waits for approval';
  return agent?.kind === 'manual' ? 'waits for a person to do it' : 'waits for an answer';
}

const changesOf = ({ world, session }: Context, { base, captured }: Gate): Promise<readonly Change[]> =>
  workChanges(world.repository, session, base, captured.tree);

/** The body of a commit: how much changed, and every deletion by name. */
function describe(changes: readonly Change[], gate: Gate): string {
  const deleted = changes.filter((change) => change.kind === 'deleted').map((change) => change.path);
  const lines = [
    `${counted(changes.length, 'file')} changed, ${gate.artifacts.length} of the promised artifacts present.`,
  ];
  if (deleted.length > 0) lines.push(`Deleted: ${listed(deleted, 20)}.`);
  if (gate.captured.notCaptured.length > 0)
    lines.push(
      `Not captured: ${listed(
        gate.captured.notCaptured.map((item) => `${item.path} (${item.why})`),
        20,
      )}.`,
    );
  return lines.join('\n');
}
