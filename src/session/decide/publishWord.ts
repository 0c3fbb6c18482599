import type { TreeId } from '../../model/names/ids.ts';
import { saysGoOnHere } from '../../model/checkpoint/goOnHere.ts';
import type { ApprovalRecord, PhaseRecord } from '../../model/checkpoint/phaseRecord.ts';
import { isEdited, type PacketReview } from '../../model/packet/packetReview.ts';
import type { NewCheckpoint } from '../checkpoint/newCheckpoint.ts';
import { publishCheckpoint } from '../checkpoint/publishCheckpoint.ts';
import type { AtTip, Drive } from '../drive.ts';
import { beganOn, restingTree } from '../record/heldWork.ts';
import { askedOf } from '../record/askedOf.ts';
import { rowOf, withRow } from '../record/rows.ts';
import { waitingPhase, type Waiting } from './waitingPhase.ts';
import { describeWord, whenSaid, whoActs } from '../record/who.ts';

/** The person was asked where to continue and went back: an answer without words. */
export async function publishGoneBack(drive: Drive): Promise<Drive> {
  return publishWord(drive, waitingPhase(drive, null, 'answer'), 'answered', 'go back');
}

/** Publishes a word after which the phase is tried again. */
export async function publishWord(
  drive: Drive,
  waiting: Waiting,
  decision: 'rejected' | 'answered',
  comment: string | null,
): Promise<Drive> {
  const judged = await restingTree(drive.world.repository, drive.record);
  const { record, word } = await decided(drive, waiting, judged, decision, comment);
  return publishPending(drive, waiting, word, {
    kind: decision === 'rejected' ? 'rejection' : 'answer',
    record,
    keepHead: true,
    subject: `${waiting.phase.id} is ${decision}`,
  });
}

/**
 * Publishes a word by which the phase goes on, with nothing of its work in the tree.
 *
 * @param hold what the word was about, where that is more than the work that is held already: it may be gone on with elsewhere
 */
export async function publishPending(
  drive: Drive,
  { phase, row, record: known }: Waiting,
  word: ApprovalRecord,
  change: Pick<NewCheckpoint, 'kind' | 'keepHead' | 'subject'> & { readonly record: PhaseRecord },
  hold: TreeId | null = null,
): Promise<Drive> {
  // What had begun is gone on with once HEAD is back, unless all that lies there is to be taken as a person's.
  const givesUp = askedOf(known) === 'head' && saysGoOnHere(word.comment ?? '');
  return publishCheckpoint(drive, {
    ...change,
    phase: phase.id,
    attempt: givesUp ? rowOf(drive.record.status.rows, phase.id).attempt : row.attempt,
    rows: withRow(drive.record.status.rows, phase.id, {
      status: 'pending',
      updated: drive.world.clock.now(),
    }),
    work: hold === null ? 'unchanged' : { hold, base: beganOn(drive.record) },
    record: { ...change.record, status: 'pending' },
    body: describeWord(word),
  });
}

/**
 * A phase's record with a person's word in it.
 *
 * @param tree that the word is about
 */
export async function decided(
  drive: AtTip,
  { record: known }: Pick<Waiting, 'record'>,
  tree: TreeId,
  decision: ApprovalRecord['decision'],
  comment: string | null,
  reviewed: PacketReview | null = null,
): Promise<{ readonly record: PhaseRecord; readonly word: ApprovalRecord }> {
  // The next attempt is told a text together with its question; approving the packet has answered it.
  const { question, ...before } = known;
  const word: ApprovalRecord = {
    decision,
    by: await whoActs(drive.world),
    at: whenSaid(drive.world),
    comment,
    artifacts: before.artifacts.map(({ path, blob }) => ({ path, blob })),
    tree,
    ...(reviewed === null ? {} : { packet: isEdited(reviewed) ? 'edited' : 'kept' }),
  };
  const record: PhaseRecord = {
    ...before,
    ...(question === undefined || question.about === 'packet' ? {} : { question }),
    approvals: [...before.approvals, word],
    ...(reviewed === null ? {} : { reviewed }),
  };
  return { record, word };
}
