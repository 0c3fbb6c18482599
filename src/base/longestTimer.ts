/** As long as a timer of Node can be set for; above it, it fires at once. Milliseconds: almost 25 days. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;
