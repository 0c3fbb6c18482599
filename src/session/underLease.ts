import type { Lease } from './ports.ts';

/**
 * Does something while holding a lease, then releases it.
 *
 * An owner that was suspended for a whole lease time and replaced may wake between any two lines of code and trip over what its
 * successor removed or rewrote. The true error is `lease/held`, with the other as its cause.
 */
export async function underLease<T>(lease: Lease, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(await isLost(lease))) throw error;
    const why: unknown = lease.lost.reason;
    if (why instanceof Error && why !== error) why.cause ??= error;
    throw why;
  } finally {
    await lease.release();
  }
}

/** Checks whether a lease is somebody else's by now, whatever its heartbeat has seen. */
export async function isLost(lease: Lease): Promise<boolean> {
  // An unreadable lease is no answer.
  await lease.confirm().catch(() => undefined);
  return lease.lost.aborted;
}
