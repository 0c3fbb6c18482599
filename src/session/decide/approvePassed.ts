import { isMovedFor } from '../checkpoint/catchUp.ts';
import type { Drive } from '../drive.ts';
import { restingTree } from '../record/heldWork.ts';
import { mergedOnTip, type WorkOnTip } from '../run/close/mergedOnTip.ts';
import { takePacket } from './approvePacket.ts';
import { ofWaiting } from './judgedOnTip.ts';
import { decided, publishPending } from './publishWord.ts';
import { takeArtifacts } from './takeArtifacts.ts';
import type { Waiting } from './waitingPhase.ts';

/**
 * Brings work that waits for a yes onto the tip; null where what was published since may matter to it. Then the word alone is
 * published: the next run merges, judges what it gives, and closes the phase.
 */
export async function caughtUpToClose(drive: Drive, waiting: Waiting): Promise<WorkOnTip | null> {
  if (drive.ahead === null) return { drive, mended: [] };
  if (await isMovedFor(drive, waiting.phase.id)) return null;
  const merged = await mergedOnTip(drive, ofWaiting(waiting));
  return merged.reasons.length > 0 ? null : merged;
}

/** The word, and what was approved by it: of a packet what a person made of it, which is merged once the phase is closed. */
export async function approvePassed(drive: Drive, waiting: Waiting, comment: string | null): Promise<Drive> {
  const reviewed = await takePacket(drive, waiting);
  const taken = await takeArtifacts(drive, waiting, { act: 'approve' });
  const { record, word } = await decided(drive, taken.waiting, taken.tree, 'approved', comment, reviewed);
  const isAsHeld = taken.tree === (await restingTree(drive.world.repository, drive.record));
  const subject = `${taken.waiting.phase.id} is approved, and to be merged`;
  const change = { kind: 'approval', record, subject } as const;
  return publishPending(drive, taken.waiting, word, change, isAsHeld ? null : taken.tree);
}
