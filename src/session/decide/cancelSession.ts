import { CairnError } from '../../base/cairnError.ts';
import type { SessionId } from '../../model/ids.ts';
import { captureWork } from '../workingTree/captureWork.ts';
import { result } from './decide.ts';
import { finishRestore } from '../restore/finishRestore.ts';
import { publishCheckpoint } from '../checkpoint/publishCheckpoint.ts';
import type { ActResult } from '../results.ts';
import { tellNotCaptured } from '../tell.ts';
import { withDrive } from '../drive/withDrive.ts';
import type { World } from '../world.ts';

/** Ends a session for good: everything there is goes into a last checkpoint. A restore can still start from it. */
export async function cancelSession(world: World, session: SessionId): Promise<ActResult> {
  return withDrive(world, session, 'cancel', async (drive) => {
    // What a restore left half done is no tree to end with.
    await finishRestore(drive);
    const { status } = drive.record;
    if (status.state === 'cancelled') return result(drive);
    if (status.state === 'done')
      throw new CairnError('usage/not-possible', {
        act: 'cancel',
        session,
        why: 'it is done',
        hint: `Remove it: cairn delete ${session}`,
      });
    const captured = await captureWork(world, drive.tree, session);
    tellNotCaptured(world, captured.notCaptured);
    await publishCheckpoint(drive, {
      kind: 'closed',
      phase: null,
      attempt: null,
      state: 'cancelled',
      next: null,
      rows: status.rows.map((row) =>
        row.status === 'done' ? row : { ...row, status: 'cancelled' as const },
      ),
      tree: captured.tree,
      normalised: captured.normalised,
      subject: 'the session is cancelled',
      body: `${status.rows.filter((row) => row.status === 'done').length} of ${status.rows.length} phases were done.`,
    });
    return result(drive);
  });
}
