import type { SessionId } from '../../model/names/ids.ts';
import { readAttempts } from '../../model/attempt/openAttempt.ts';
import type { Lease } from '../ports.ts';
import { tell } from '../tell.ts';
import type { World } from '../world.ts';

/** What is left of an earlier owner's agent must not write beside ours: ended first, and told. */
export async function endOrphans(
  world: Pick<World, 'state' | 'processes' | 'onProgress' | 'log'>,
  session: SessionId,
  lease: Pick<Lease, 'confirm'>,
): Promise<void> {
  const { lines } = await world.state.of(session).readJournal();
  // Only now: what was read before the lease was seen to be ours is of owners before us, and never of who replaced us.
  await lease.confirm();
  let ended = 0;
  for (const group of readAttempts(lines).processes) if (await world.processes.end(group)) ended += 1;
  if (ended > 0) tell(world, { notice: 'leftovers-ended', groups: ended });
}
