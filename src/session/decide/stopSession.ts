import type { SessionId } from '../../model/ids.ts';
import { findSession } from '../record/findSession.ts';
import { readTip } from '../record/readTip.ts';
import type { ActResult } from '../results.ts';
import type { World } from '../world.ts';
import { actResult } from './actResult.ts';
import { askUntilFree } from './askUntilFree.ts';

/** Asks whoever drives the session to stop, through a file, and waits until nobody drives it. It stays resumable. */
export async function stopSession(world: World, session: SessionId): Promise<ActResult> {
  await findSession(world, session);
  return askUntilFree(world, session, 'stop', async () => actResult(await readTip(world, session)));
}

/** Asks for a stop after the phase that runs now; answers at once. */
export async function pauseSession(world: World, session: SessionId): Promise<ActResult> {
  const answer = actResult(await readTip(world, session));
  const view = await world.leases.peek(session);
  if (view.held) await world.state.of(session).request('pause', view.epoch);
  return answer;
}
