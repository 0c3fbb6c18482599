import type { Lease } from './ports.ts';

/**
 * Does something while a lease is held, and lets go of it.
 *
 * An owner that was stopped for a whole lease time and replaced wakes between any two lines of code, and then trips over
 * whatever its successor has put away or written anew. That is not what happened to it: `lease/held` is, with the
 * other as its cause.
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

/** Looks whether a lease is somebody else's by now, whatever its heartbeat has seen. */
export async function isLost(lease: Lease): Promise<boolean> {
  // That the lease cannot be read is no answer.
  await lease.confirm().catch(() => undefined);
  return lease.lost.aborted;
}
