import { captureWork } from '../../workingTree/captureWork.ts';
import { publishCheckpoint } from '../../checkpoint/publishCheckpoint.ts';
import type { Drive } from '../../drive.ts';
import { tellNotCaptured } from '../../tell.ts';
import { lookAgain } from '../../workingTree/lookAgain.ts';

/** Ends a session for good: takes everything into a last checkpoint, from which a restore can still start. */
export async function closeSession(drive: Drive): Promise<Drive> {
  const { rows } = drive.record.status;
  await lookAgain(drive, 'checks');
  const captured = await captureWork(drive.world, drive.checkout.tree, drive.session);
  tellNotCaptured(drive.world, captured.notCaptured);
  return publishCheckpoint(drive, {
    kind: 'closed',
    phase: null,
    attempt: null,
    state: 'cancelled',
    next: null,
    rows: rows.map((row) => (row.status === 'done' ? row : { ...row, status: 'cancelled' as const })),
    tree: captured.tree,
    normalised: captured.normalised,
    subject: 'the session is cancelled',
    body: `${rows.filter((row) => row.status === 'done').length} of ${rows.length} phases were done.`,
  });
}
