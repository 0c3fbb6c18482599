import type { PhaseId, SessionId } from '../../model/names/ids.ts';
import { catchUp } from '../checkpoint/catchUp.ts';
import { refuseUnlaid } from '../checkpoint/layWork.ts';
import { tipOf, type Drive } from '../drive.ts';
import { withDrive } from '../drive/withDrive.ts';
import type { LaidConflict } from '../results.ts';
import { finishRestore } from '../restore/finishRestore.ts';
import { canBeMarked } from '../run/close/conflicts.ts';
import { captureWork } from '../workingTree/captureWork.ts';
import type { World } from '../world.ts';
import { inSlotOf } from './slotOf.ts';
import { notPossible, waitingPhase, type Waiting } from './waitingPhase.ts';

/**
 * Lays a merge that a person is asked about in the working tree of its phase, with marks where it is open, so that it can be resolved
 * there before the answer. Where a side has no place in a file for marks, nothing is touched: either side would be a choice.
 */
export async function layConflict(world: World, session: SessionId, phase: PhaseId): Promise<LaidConflict> {
  return withDrive(world, session, { name: 'answer', onTree: true }, async (opened) => {
    const { drive } = await finishRestore(opened);
    await refuseUnlaid(drive);
    const waiting = waitingPhase(drive, phase, 'answer');
    const { question, held } = waiting.record;
    if (question?.about !== 'conflict' || held === undefined)
      throw notPossible(drive, 'answer', {
        because: 'not-asked',
        question: question?.text ?? null,
        waits: { phase, for: 'question' },
      });
    const laid = await inSlotOf(drive, phase, (at) => lay(at, waiting));
    const published = tipOf(laid).record.commit;
    const { root, ahead } = laid;
    return { root, base: held.base, own: held.commit, published, hasMarks: ahead === null };
  });
}

async function lay(drive: Drive, { phase, row }: Waiting): Promise<Drive> {
  const { world, session, checkout } = drive;
  const captured = await captureWork(world, checkout.tree, session);
  const work = { phase: phase.id, attempt: Math.max(1, row.attempt), captured };
  const { drive: merged, conflicts } = await catchUp(drive, work, 'leave');
  if (conflicts.length === 0 || !canBeMarked(conflicts)) return merged;
  return (await catchUp(drive, work, 'lay')).drive;
}
