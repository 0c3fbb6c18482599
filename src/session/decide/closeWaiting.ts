import type { PhaseRecord } from '../../model/checkpoint/phaseRecord.ts';
import { accepts, isAccepted } from '../../model/graph/loopAnswers.ts';
import { isEdited, type PacketReview } from '../../model/packet/packetReview.ts';
import { checkedOf } from '../../model/status/checked.ts';
import { besidesApproved } from '../../model/text/doneWords.ts';
import { beganOn } from '../record/heldWork.ts';
import { workChanges } from '../record/workChanges.ts';
import { changedByPerson } from '../run/attempt/personsChanges.ts';
import { changedFrom } from '../run/close/changedFrom.ts';
import { whyNotOver } from '../run/close/planLoop.ts';
import { publishClosed } from '../run/close/publishClosed.ts';
import type { Drive } from '../drive.ts';
import type { WorkOnTip } from '../run/close/mergedOnTip.ts';
import { takePacket } from './approvePacket.ts';
import { decided } from './publishWord.ts';
import { takeArtifacts } from './takeArtifacts.ts';
import type { Waiting } from './waitingPhase.ts';
import { describeWord } from '../record/who.ts';

/**
 * Closes a phase that waits for a yes, as it lies in the working tree. Its artifacts must still meet their rules, and its loop be over,
 * unless a person has accepted that it is not.
 */
export async function closeWaiting(
  { drive, mended }: WorkOnTip,
  waiting: Waiting,
  decision: 'approved' | 'answered',
  comment: string | null,
): Promise<Drive> {
  const { world, session } = drive;
  const { approvals, ended } = waiting.record;
  const isTaken = isAccepted(approvals, ended) || accepts({ decision, comment });
  const reviewed = await takePacket(drive, waiting);
  const taken = await takeArtifacts(drive, waiting, {
    act: decision === 'answered' ? 'answer' : 'approve',
    mended,
    whyNot: async (lies) => (isTaken ? [] : whyNotOver(drive, waiting.phase, lies)),
  });
  const { tree, normalised } = taken;
  const { record, word } = await decided(drive, taken.waiting, tree, decision, comment, reviewed);
  const { held: _published, ...closed } = record;
  const base = await changedFrom(drive, waiting.row);
  return publishClosed(drive, {
    kind: 'approval',
    phase: waiting.phase,
    row: taken.waiting.row,
    record: { ...closed, status: 'done' },
    at: world.clock.now(),
    tree,
    normalised,
    base: beganOn(drive.record),
    changes: await workChanges(world.repository, session, base, tree),
    byPerson: await changedByPerson(drive, record, []),
    subject: (waits) => subjectOf(record, reviewed, waits),
    body: describeWord(word),
  });
}

function subjectOf(record: PhaseRecord, reviewed: PacketReview | null, waits: boolean): string {
  const { phase } = record;
  if (waits) return `${phase} is approved and waits for a look at its packet`;
  const besides = besidesApproved(checkedOf(record));
  if (reviewed === null) return `${phase} is approved${besides}`;
  return `the packet of ${phase} is approved${isEdited(reviewed) ? ' as a person edited it' : ''}${besides}`;
}
