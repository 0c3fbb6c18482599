import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from './chance.ts';
import { endProcess, type Blow } from './endProcess.ts';

export const blowBy = (chance: Chance): Blow =>
  chance.percent(60) ? 'group' : chance.percent(50) ? 'engine' : 'everything';

/**
 * Kills a process when so many milliseconds have gone by, null: never; comes back when it has ended. True: it was killed.
 */
export async function strike(
  pid: number,
  ended: Promise<unknown>,
  delay: number | null,
  blow: Blow,
): Promise<boolean> {
  const over = ended.then(() => 'over' as const);
  if (delay === null) {
    await over;
    return false;
  }
  if ((await Promise.race([over, sleep(delay, 'strike' as const)])) === 'over') return false;
  await endProcess(pid, blow);
  await over;
  return true;
}
