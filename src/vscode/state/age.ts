const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const STEPS: readonly (readonly [from: number, ms: number, short: string, one: string, many: string])[] = [
  [365 * DAY, 365 * DAY, 'y', 'year', 'years'],
  [30 * DAY, 30 * DAY, 'mo', 'month', 'months'],
  [DAY, DAY, 'd', 'day', 'days'],
  [HOUR, HOUR, 'h', 'hour', 'hours'],
  [MINUTE, MINUTE, 'min', 'minute', 'minutes'],
];

/** How long ago, in as few letters as a narrow tree needs: `now`, `4 min`, `2 h`, `3 d`. */
export function age(at: string, now: number): string {
  const step = stepOf(at, now);
  return step === null ? 'now' : `${step.n} ${step.short}`;
}

/** The same, spoken: `just now`, `4 minutes ago`. */
export function spokenAge(at: string, now: number): string {
  const step = stepOf(at, now);
  return step === null ? 'just now' : `${step.n} ${step.n === 1 ? step.one : step.many} ago`;
}

/** Clocks differ between machines: a time in the future counts as "now". */
function stepOf(at: string, now: number): { n: number; short: string; one: string; many: string } | null {
  const passed = now - Date.parse(at);
  for (const [from, ms, short, one, many] of STEPS)
    if (passed >= from) return { n: Math.floor(passed / ms), short, one, many };
  return null;
}
