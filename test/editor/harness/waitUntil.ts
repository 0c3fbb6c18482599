import { setTimeout as delay } from 'node:timers/promises';

/** Against hanging only: the same machine has been seen to take four times as long as on another day, and no test is timed. */
export const PATIENCE = 60_000;

/** Asks again until the answer is neither undefined nor false; throws `describe()` when it never was. */
export async function waitUntil<Answer>(
  ask: () => Promise<Answer | undefined | false>,
  describe: () => string | Promise<string>,
  timeout = PATIENCE,
): Promise<Answer> {
  const limit = Date.now() + timeout;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > limit) throw new Error(`${await describe()} (waited ${timeout} ms)`);
    await delay(100);
  }
}
