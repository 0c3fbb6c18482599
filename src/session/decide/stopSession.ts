import type { SessionId } from '../../model/names/ids.ts';
import { shownState } from '../../model/status/statusWords.ts';
import { findSession } from '../record/findSession.ts';
import { glanceTip } from '../record/glanceTip.ts';
import type { ActResult } from '../results.ts';
import type { World } from '../world.ts';
import { askUntilFree } from './askUntilFree.ts';

/** Asks the owner of the session to stop, through a file, and waits until it has none. It stays resumable. */
export async function stopSession(world: World, session: SessionId): Promise<ActResult> {
  await findSession(world, session);
  return askUntilFree(world, session, 'stop', () => standing(world, session));
}

/** Asks for a stop after the current phase; answers at once. */
export async function pauseSession(world: World, session: SessionId): Promise<ActResult> {
  const answer = await standing(world, session);
  const view = await world.leases.peek(session);
  if (view.held) await world.state.of(session).request('pause', view.epoch);
  return answer;
}

/** The owner may be a newer Cairn: asking it requires nothing of its records. */
async function standing(world: World, session: SessionId): Promise<ActResult> {
  const { tip } = await findSession(world, session);
  const { said } = await glanceTip(world, session, tip);
  return { session, seq: said?.seq ?? 0, commit: tip, state: shownState(said?.state ?? null) };
}
