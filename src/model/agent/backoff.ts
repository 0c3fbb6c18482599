/** Milliseconds to wait before the next try, by how many in a row were refused before this one. */
const WAITS_MS = [5_000, 15_000, 45_000, 120_000, 300_000, 600_000] as const;

/** A provider that says "tomorrow" is a question for a person. */
const LONGEST_MS = 60 * 60_000;

/**
 * How long to wait after a provider refused for now (too many requests, no connection): as long as it says, else longer
 * each time. Null: it has refused too often or for too long, and waiting is over.
 *
 * @param inARow attempts that were refused like this in a row, this one not included
 */
export function backoffMs(retryAfterMs: number | null, inARow: number): number | null {
  const planned = WAITS_MS[inARow];
  if (planned === undefined) return null;
  const wait = retryAfterMs ?? planned;
  return wait > LONGEST_MS ? null : wait;
}
