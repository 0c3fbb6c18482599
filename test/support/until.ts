import { setTimeout as sleep } from 'node:timers/promises';
import { disposeAfterTest } from './disposeAfterTest.ts';

/**
 * Looks again and again until it holds. With the test that asks, the looking ends too: what lost a race in it would go on looking
 * beside all later tests of the process.
 */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  let isOver = false;
  disposeAfterTest(async () => void (isOver = true));
  while (!(await holds())) {
    await sleep(20);
    // Never: nobody is there any more who waits for it.
    if (isOver) await new Promise(() => {});
  }
}
