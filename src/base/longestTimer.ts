/** The longest delay a Node timer takes; anything longer fires at once. Milliseconds: almost 25 days. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;
