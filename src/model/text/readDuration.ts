import { lookUp } from '../../base/lookUp.ts';
import { LONGEST_TIMER_MS } from '../../base/longestTimer.ts';
import { err, ok, type Result } from '../../base/result.ts';

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** The message for anything else, including a bare number. */
export const NO_DURATION = 'must be a number and ms, s, m or h, such as 10m';

/** Reads `^\d+(ms|s|m|h)$` as milliseconds: more than zero, at most 596h. */
export function readDuration(text: string): Result<number, string> {
  const parts = /^(\d+)(ms|s|m|h)$/.exec(text);
  const unit = lookUp(UNIT_MS, parts?.[2] ?? '');
  if (!parts || unit === undefined) return err(NO_DURATION);
  const ms = Number(parts[1]) * unit;
  if (ms === 0) return err('must be more than zero');
  return ms > LONGEST_TIMER_MS ? err('must be at most 596h') : ok(ms);
}
