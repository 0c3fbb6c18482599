import { CairnError } from '../../base/cairnError.ts';
import type { SessionId } from '../../model/names/ids.ts';
import { refuseInsidePhase, withDrive } from '../drive/withDrive.ts';
import { findSession } from '../record/findSession.ts';
import { finishRestore } from '../restore/finishRestore.ts';
import type { ActResult } from '../results.ts';
import { closeSession } from '../run/close/closeSession.ts';
import type { World } from '../world.ts';
import { actResult } from './actResult.ts';
import { askUntilFree } from './askUntilFree.ts';

/** Closes a session for good. Whoever drives it is asked to stop its attempt and to close it; who does not answer is waited for. */
export async function cancelSession(world: World, session: SessionId): Promise<ActResult> {
  refuseInsidePhase(world, 'cancel');
  await findSession(world, session);
  return askUntilFree(world, session, 'cancel', () => closeFree(world, session));
}

/** Null: somebody was faster and drives it again. */
async function closeFree(world: World, session: SessionId): Promise<ActResult | null> {
  try {
    return await withDrive(world, session, { name: 'cancel', onTree: true, adds: true }, async (opened) => {
      // What a restore left half done is no tree to end with.
      const { drive } = await finishRestore(opened);
      const { state } = drive.record.status;
      if (state === 'done')
        throw new CairnError('usage/not-possible', {
          act: 'cancel',
          session,
          refusal: { because: 'is-done' },
        });
      return actResult((state === 'cancelled' ? drive : await closeSession(drive)).record);
    });
  } catch (error) {
    if (CairnError.is(error, 'lease/held') && error.details.session === session) return null;
    throw error;
  }
}
