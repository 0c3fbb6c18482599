import { CairnError } from '../base/cairnError.ts';
import type { Lease, Leases } from './ports.ts';

/** Takes a lease, or throws `lease/held` with who has it. */
export async function takeOrRefuse(
  leases: Leases,
  key: string,
  about: Parameters<Leases['take']>[1],
): Promise<Lease> {
  const lease = await leases.take(key, about);
  if ('heldBy' in lease)
    throw new CairnError('lease/held', { session: lease.session, holder: lease.heldBy, since: lease.since });
  return lease;
}
