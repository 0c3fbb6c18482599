import type { SessionId } from '../../model/names/ids.ts';
import type { Lease } from '../ports.ts';
import { tell } from '../tell.ts';
import { underLease } from '../underLease.ts';
import type { World } from '../world.ts';

/** The lease of one effect, apart from the session's: its holder is running the effect. No session can have this name. */
export const effectLease = ({ sha256 }: Pick<World, 'sha256'>, session: SessionId, key: string): string =>
  `_effects/${session}/${sha256(key).slice(0, 24)}`;

/** Does something while nobody else runs this effect; a live holder is waited for. */
export async function withEffectLease<T>(
  world: World,
  session: SessionId,
  key: string,
  signal: AbortSignal,
  work: (lease: Lease) => Promise<T>,
): Promise<T> {
  let told = false;
  for (;;) {
    signal.throwIfAborted();
    const lease = await world.leases.take(effectLease(world, session, key), { session, run: null });
    if ('heldBy' in lease) {
      if (!told) tell(world, { notice: 'effect-under-way', key, by: lease.heldBy });
      told = true;
      continue;
    }
    return underLease(lease, () => work(lease));
  }
}
