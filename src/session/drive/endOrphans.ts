import { readAttempts } from '../../model/attempt/openAttempt.ts';
import type { Lease, SessionState } from '../ports.ts';
import { tell } from '../tell.ts';
import type { World } from '../world.ts';

/** Ends orphans of an earlier owner, which must not write beside our agent, and tells it. */
export async function endOrphans(
  world: Pick<World, 'processes' | 'onProgress' | 'log'>,
  slots: readonly Pick<SessionState, 'readJournal'>[],
  lease: Pick<Lease, 'confirm'>,
): Promise<void> {
  const journals = await Promise.all(slots.map((slot) => slot.readJournal()));
  // Only after the lease proved ours: the notes read before are of earlier owners, never of one that replaced us.
  await lease.confirm();
  let ended = 0;
  for (const { lines } of journals)
    for (const group of readAttempts(lines).processes) if (await world.processes.end(group)) ended += 1;
  if (ended > 0) tell(world, { notice: 'leftovers-ended', groups: ended });
}
