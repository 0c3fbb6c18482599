import type { SessionId } from '../../model/ids.ts';
import { CairnError } from '../../base/cairnError.ts';
import { findSession } from '../record/findSession.ts';
import type { ActResult } from '../results.ts';
import { readSession } from '../record/sessionRecord.ts';
import type { World } from '../world.ts';

const POLL_MS = 100;
const MOST_MS = 30_000;

/** Asks whoever drives the session to stop, through a file, and waits until nobody drives it. It stays resumable. */
export async function stopSession(world: World, session: SessionId): Promise<ActResult> {
  await findSession(world, session);
  const state = world.state.of(session);
  const start = world.clock.monotonic();
  for (;;) {
    const view = await world.leases.peek(session);
    if (!view.held) break;
    // Asked again and again: whoever takes the lease over meanwhile has not been asked.
    await state.request('stop', view.epoch);
    if (world.clock.monotonic() - start > MOST_MS)
      throw new CairnError('lease/held', { session, holder: view.by, since: view.since });
    await world.clock.sleep(POLL_MS);
  }
  return describeTip(world, session);
}

/** Asks for a stop after the phase that runs now; answers at once. */
export async function pauseSession(world: World, session: SessionId): Promise<ActResult> {
  const answer = await describeTip(world, session);
  const view = await world.leases.peek(session);
  if (view.held) await world.state.of(session).request('pause', view.epoch);
  return answer;
}

async function describeTip(world: World, session: SessionId): Promise<ActResult> {
  const found = await findSession(world, session);
  const { status, commit } = await readSession(world.repository, session, found.ref, found.tip);
  return { session, seq: status.seq, commit, state: status.state };
}
