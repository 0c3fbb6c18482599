import { CairnError } from '../../base/cairnError.ts';
import type { SessionId } from '../../model/names/ids.ts';
import { refuseInsidePhase, withDrive } from '../drive/withDrive.ts';
import { findSession } from '../record/findSession.ts';
import { finishRestore } from '../restore/finishRestore.ts';
import type { ActResult } from '../results.ts';
import { closeSession } from '../run/close/closeSession.ts';
import type { World } from '../world.ts';
import { tipOf } from '../drive.ts';
import { asideSlots } from '../run/slots/asideSlots.ts';
import { actResult } from './actResult.ts';
import { askUntilFree } from './askUntilFree.ts';

/** Closes a session for good. Asks the owner to stop its attempt and close it, and waits for one that does not answer. */
export async function cancelSession(world: World, session: SessionId): Promise<ActResult> {
  refuseInsidePhase(world, 'cancel');
  await findSession(world, session);
  return askUntilFree(world, session, 'cancel', () => closeFree(world, session));
}

/** Null if somebody else was faster and is the owner now. */
async function closeFree(world: World, session: SessionId): Promise<ActResult | null> {
  try {
    return await withDrive(world, session, { name: 'cancel', onTree: true, adds: true }, async (opened) => {
      // A session must not end with a half-restored tree.
      const { drive } = await finishRestore(opened);
      const { state } = drive.record.status;
      if (state === 'done')
        throw new CairnError('usage/not-possible', {
          act: 'cancel',
          session,
          refusal: { because: 'is-done' },
        });
      if (state === 'cancelled') return actResult(tipOf(drive).record);
      return actResult((await closeSession(await asideSlots(drive))).record);
    });
  } catch (error) {
    if (CairnError.is(error, 'lease/held') && error.details.session === session) return null;
    throw error;
  }
}
