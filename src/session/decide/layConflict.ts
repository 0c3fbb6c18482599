import type { PhaseId, SessionId } from '../../model/names/ids.ts';
import { layMerged, mergeOnto } from '../checkpoint/catchUp.ts';
import { refuseUnlaid } from '../checkpoint/layWork.ts';
import { tipOf, type Drive } from '../drive.ts';
import { withDrive } from '../drive/withDrive.ts';
import { slotPlaces } from '../drive/slotPlaces.ts';
import { readHistory } from '../record/history.ts';
import { readTip } from '../record/sessionRecord.ts';
import type { LaidConflict } from '../results.ts';
import { finishRestore } from '../restore/finishRestore.ts';
import { canBeMarked } from '../run/close/conflicts.ts';
import { captureWork } from '../workingTree/captureWork.ts';
import type { World } from '../world.ts';
import { actResult } from './actResult.ts';
import { orHeard } from './orHeard.ts';
import { inSlotOf } from './inSlotOf.ts';
import { notPossible, waitingPhase, type Waiting } from './waitingPhase.ts';

/**
 * Lays a merge that a person is asked about in the working tree of its phase, with marks where it is open, so that it can be resolved
 * there before the answer. Where a side has no place in a file for marks, nothing is touched: either side would be a choice.
 */
export async function layConflict(world: World, session: SessionId, phase: PhaseId): Promise<LaidConflict> {
  await orHeard(world, session, { act: 'lay', named: phase, text: null }, () =>
    withDrive(world, session, { name: 'answer', onTree: true }, async (opened) => {
      const { drive } = await finishRestore(opened);
      return actResult(tipOf(await layIn(drive, phase)).record);
    }),
  );
  return laidOf(world, session, phase);
}

/** The same for who drives the session. */
export async function layIn(drive: Drive, phase: PhaseId): Promise<Drive> {
  await refuseUnlaid(drive);
  const waiting = waitingPhase(drive, phase, 'lay');
  heldOfConflict(drive, waiting);
  return inSlotOf(drive, phase, (at) => lay(at, waiting));
}

async function lay(drive: Drive, { phase, row }: Waiting): Promise<Drive> {
  const { world, session, checkout, ahead } = drive;
  if (ahead === null) return drive;
  const captured = await captureWork(world, checkout.tree, session);
  const work = { phase: phase.id, attempt: Math.max(1, row.attempt), captured };
  const merged = await mergeOnto(drive, ahead, work);
  return canBeMarked(merged.conflicts) ? (await layMerged(drive, ahead, work, merged)).drive : drive;
}

/** As it lies now: what it was merged with is what its working tree stands on. */
async function laidOf(world: World, session: SessionId, phase: PhaseId): Promise<LaidConflict> {
  const record = await readTip(world, session);
  const held = heldOfConflict({ session, record }, waitingPhase({ session, record }, phase, 'lay'));
  const places = await slotPlaces(world, record, await readHistory(world.repository, record));
  const { root, record: seen } = places.find((one) => one.phase === phase) ?? places[0];
  const hasMarks = seen.commit !== held.base;
  return {
    root: root ?? world.repository.root,
    base: held.base,
    own: held.commit,
    published: (hasMarks ? seen : record).commit,
    hasMarks,
  };
}

/** @throws `usage/not-possible` where the phase asks about something else */
function heldOfConflict(
  drive: Parameters<typeof waitingPhase>[0],
  { phase, record: { question, held } }: Waiting,
): NonNullable<Waiting['record']['held']> {
  if (question?.about === 'conflict' && held !== undefined) return held;
  throw notPossible(drive, 'lay', {
    because: 'not-asked',
    question: question?.text ?? null,
    waits: { phase: phase.id, for: 'question' },
  });
}
