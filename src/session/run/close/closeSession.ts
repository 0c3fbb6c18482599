import { captureWork } from '../../workingTree/captureWork.ts';
import { isFinished } from '../../../model/graph/planNext.ts';
import { publishCheckpoint } from '../../checkpoint/publishCheckpoint.ts';
import type { Drive } from '../../drive.ts';
import { tell, tellNotCaptured } from '../../tell.ts';
import { lookAgain } from '../../workingTree/lookAgain.ts';
import { setAside } from '../../workingTree/setAside.ts';

/** Ends a session for good. What is not done is set aside, and stays where it lies; a restore or a fork can still go on with it. */
export async function closeSession(drive: Drive): Promise<Drive> {
  const { rows } = drive.record.status;
  // Somebody at work there is stopped once nothing is left to be done, and theirs is set aside then.
  if (!drive.busy.has(drive.checkout.slot)) await keepOpenWork(drive);
  return publishCheckpoint(drive, {
    kind: 'closed',
    phase: null,
    attempt: null,
    rows: rows.map((row) => (isFinished(row.status) ? row : { ...row, status: 'cancelled' as const })),
    work: 'unchanged',
    subject: 'the session is cancelled',
    body: `${rows.filter((row) => row.status === 'done').length} of ${rows.length} phases were done.`,
  });
}

async function keepOpenWork(drive: Drive): Promise<void> {
  const { world, session, record, checkout } = drive;
  await lookAgain(drive, 'checks');
  const { tree, notCaptured } = await captureWork(world, checkout.tree, session);
  tellNotCaptured(world, notCaptured);
  if (tree === record.tree) return;
  const rescue = await setAside(world, {
    session,
    parent: record.commit,
    tree,
    why: 'Not done when the session was cancelled.',
    reason: `closed@${record.status.seq + 1}`,
  });
  tell(world, { notice: 'work-kept', rescue });
}
