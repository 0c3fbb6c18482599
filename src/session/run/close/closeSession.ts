import { captureWork, type Captured } from '../../workingTree/captureWork.ts';
import { isFinished } from '../../../model/graph/planNext.ts';
import { publishCheckpoint } from '../../checkpoint/publishCheckpoint.ts';
import type { Drive } from '../../drive.ts';
import { tell, tellNotCaptured } from '../../tell.ts';
import { lookAgain } from '../../workingTree/lookAgain.ts';
import { setAside } from '../../workingTree/setAside.ts';

/** Ends a session for good. What is not done is set aside, and stays where it lies; a restore or a fork can still go on with it. */
export async function closeSession(drive: Drive): Promise<Drive> {
  const { rows } = drive.record.status;
  await lookAgain(drive, 'checks');
  const captured = await captureWork(drive.world, drive.checkout.tree, drive.session);
  tellNotCaptured(drive.world, captured.notCaptured);
  await keepOpenWork(drive, captured);
  return publishCheckpoint(drive, {
    kind: 'closed',
    phase: null,
    attempt: null,
    state: 'cancelled',
    next: null,
    rows: rows.map((row) => (isFinished(row.status) ? row : { ...row, status: 'cancelled' as const })),
    work: 'unchanged',
    subject: 'the session is cancelled',
    body: `${rows.filter((row) => row.status === 'done').length} of ${rows.length} phases were done.`,
  });
}

async function keepOpenWork({ world, session, record }: Drive, { tree }: Captured): Promise<void> {
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
