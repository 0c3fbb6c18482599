/**
 * How long a refusing provider asks us to wait, by its words. Milliseconds; null if they do not say.
 *
 * `retry-after: 30`, `try again in 2.5s`, `in 3 hours 12 minutes`, `wait 5 minutes`, `resets_in_seconds: 90`, `limit reached|1763800000` (seconds since
 * 1970), `try again at 3:05 PM`, `at Nov 25th, 2026 3:05 PM` (as the clock of this machine shows it).
 *
 * @param now milliseconds since 1970
 */
export function retryAfter(said: string, now: number): number | null {
  const span =
    /(?:retry[-_ ]?after["']?\s*[:=]?\s*["']?|(?:re)?try (?:again )?(?:in|after) |wait (?:for )?|resets?[-_ ]?in(?:[-_ ]seconds)?["']?\s*:?\s*)(\d[^;"'})\n]*)/i.exec(
      said,
    )?.[1];
  if (span !== undefined) return sumOf(span);
  const stamp =
    /\|(\d{10})(?:\d{3})?\b/.exec(said)?.[1] ?? /resets?[-_]?at["']?\s*:\s*(\d{10})\b/i.exec(said)?.[1];
  if (stamp !== undefined) return Math.max(0, Number(stamp) * 1000 - now);
  const at = /try again at ([^.\n]*?\d{1,2}:\d{2}\s*[AP]M)/i.exec(said)?.[1];
  return at === undefined ? null : untilClock(at, now);
}

const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^ms|^milli/i, 1],
  [/^m/i, 60_000],
  [/^h/i, 3_600_000],
  [/^d/i, 86_400_000],
];

/** Parses `3 days 4 hours 5 minutes`, `2h5m`, `2.5s`, `30` (without a unit: seconds). Ignores what follows the last one. */
function sumOf(span: string): number {
  let sum = 0;
  let rest = span;
  for (;;) {
    const part = /^[\s,]*(?:and )?(\d+(?:\.\d+)?)\s*([a-z]*)/i.exec(rest);
    if (part === null) return Math.round(sum);
    const unit = part[2] ?? '';
    sum += Number(part[1]) * (UNITS.find(([name]) => name.test(unit))?.[1] ?? 1000);
    rest = rest.slice(part[0].length);
    if (unit === '') return Math.round(sum);
  }
}

function untilClock(at: string, now: number): number | null {
  const [, hour, minute, half] = /(\d{1,2}):(\d{2})\s*([AP]M)$/i.exec(at) ?? [];
  const date = at.replace(/\d{1,2}:\d{2}\s*[AP]M$/i, '').replace(/(\d)(?:st|nd|rd|th)\b/, '$1');
  const when = date.trim() === '' ? new Date(now) : new Date(date);
  when.setHours((Number(hour) % 12) + (/p/i.test(half ?? '') ? 12 : 0), Number(minute), 0, 0);
  if (date.trim() === '' && when.getTime() < now) when.setDate(when.getDate() + 1);
  return Number.isNaN(when.getTime()) ? null : Math.max(0, when.getTime() - now);
}
