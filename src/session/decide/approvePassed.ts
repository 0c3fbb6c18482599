import { catchUp, isMovedFor } from '../checkpoint/catchUp.ts';
import type { Drive } from '../drive.ts';
import { captureWork } from '../workingTree/captureWork.ts';
import { takePacket } from './approvePacket.ts';
import { decided, publishPending } from './publishWord.ts';
import { takeArtifacts } from './takeArtifacts.ts';
import type { Waiting } from './waitingPhase.ts';

/**
 * Brings work that waits for a yes onto the tip; null where what was published since may matter to it. Then the word alone is
 * published: the next run merges, judges what it gives, and closes the phase.
 */
export async function caughtUpToClose(drive: Drive, { phase, row }: Waiting): Promise<Drive | null> {
  if (drive.ahead === null) return drive;
  if (await isMovedFor(drive, phase.id)) return null;
  const captured = await captureWork(drive.world, drive.checkout.tree, drive.session);
  const caught = await catchUp(drive, { phase: phase.id, attempt: row.attempt, captured }, 'leave');
  return caught.conflicts.length > 0 ? null : caught.drive;
}

/** The word, and what was approved by it: of a packet what a person made of it, which is merged once the phase is closed. */
export async function approvePassed(drive: Drive, waiting: Waiting, comment: string | null): Promise<Drive> {
  const reviewed = await takePacket(drive, waiting);
  const taken = await takeArtifacts(drive, waiting);
  const { record, word } = await decided(drive, taken.waiting, taken.tree, 'approved', comment, reviewed);
  return publishPending(drive, taken.waiting, word, {
    kind: 'approval',
    record,
    subject: `${taken.waiting.phase.id} is approved, and to be merged with what was published since`,
  });
}
