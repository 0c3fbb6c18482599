import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { processStart } from '../../src/host/processStart.ts';

/**
 * What dies: the engine alone (its git helpers finish what they do), its process group, or at once everything that it
 * has started, as when a machine goes down.
 */
export type Blow = 'engine' | 'group' | 'everything';

/**
 * Kills a process that leads its group, and comes back when it is gone, and when the git processes that it had at work are:
 * one that still moves the branch would make whoever looks at it now see what was.
 */
export async function endProcess(pid: number, blow: Blow): Promise<void> {
  // It starts nothing more while it is looked what it has started.
  signal(pid, 'SIGSTOP');
  const below = descendantsOf(pid);
  const targets =
    blow === 'engine' ? [pid] : blow === 'group' ? [-pid] : [-pid, ...below.map(({ id }) => id)];
  for (const target of targets) signal(target, 'SIGKILL');
  const gits = below.filter(({ of, name }) => of === pid && name === 'git').map(({ id }) => id);
  while ([pid, ...gits].some((id) => processStart(id).kind === 'alive')) await sleep(2);
}

/** A process that is gone by now needs no signal. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Ended in this moment.
  }
}

interface Below {
  readonly id: number;
  readonly of: number;
  readonly name: string;
}

/** All that it has started, and what they have. */
export function descendantsOf(pid: number): readonly Below[] {
  const rows = execFileSync('ps', ['-axo', 'pid=,ppid=,comm='], { encoding: 'utf8' })
    .split('\n')
    .map((line): Below => {
      const [id = '', of = '', name = ''] = line.trim().split(/\s+/);
      return { id: Number(id), of: Number(of), name };
    });
  const found: Below[] = [];
  const parents = [pid];
  for (const parent of parents)
    for (const row of rows)
      if (row.of === parent && row.id > 1) {
        found.push(row);
        parents.push(row.id);
      }
  return found;
}
