/** Milliseconds to wait before the next try, by the number of refusals in a row before this one. */
const WAITS_MS = [5_000, 15_000, 45_000, 120_000, 300_000, 600_000] as const;

/** Longer waits, such as "tomorrow", are for a person to decide. */
const LONGEST_MS = 60 * 60_000;

/**
 * How long to wait after a temporary refusal by a provider (too many requests, no connection): as long as it says, or else
 * longer each time. Null if it has refused too often or for too long.
 *
 * @param inARow number of attempts refused in a row before this one
 */
export function backoffMs(retryAfterMs: number | null, inARow: number): number | null {
  const planned = WAITS_MS[inARow];
  if (planned === undefined) return null;
  const wait = retryAfterMs ?? planned;
  return wait > LONGEST_MS ? null : wait;
}
