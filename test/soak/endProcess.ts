import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { processStart } from '../../src/host/processStart.ts';

/**
 * What dies: the engine alone (its git helpers finish what they do), its process group, or at once everything that it
 * has started, as when a machine goes down.
 */
export type Blow = 'engine' | 'group' | 'everything';

/** Kills a process that leads its group, and comes back when it is gone. */
export async function endProcess(pid: number, blow: Blow): Promise<void> {
  const targets = blow === 'engine' ? [pid] : blow === 'group' ? [-pid] : [-pid, ...descendantsOf(pid)];
  for (const target of targets) signal(target, 'SIGKILL');
  while (processStart(pid).kind === 'alive') await sleep(2);
}

/** A process that is gone by now needs no signal. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Ended in this moment.
  }
}

function descendantsOf(pid: number): readonly number[] {
  const rows = execFileSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const found = [pid];
  for (const parent of found)
    for (const [child = 0, of] of rows) if (of === parent && child > 1) found.push(child);
  return found.slice(1);
}
