import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Kills the runners of a repository and everything below them, as a power cut would; answers how many there were. */
export function killRunners(root: string): number {
  const runs = join(root, '.git', 'cairn', '.runs');
  const runners = (existsSync(runs) ? readdirSync(runs) : []).flatMap((run) => {
    const file = join(runs, run, 'runner.json');
    return existsSync(file) ? [(JSON.parse(readFileSync(file, 'utf8')) as { pid: number }).pid] : [];
  });
  const doomed = runners.flatMap((pid) => [pid, ...descendants(pid)]);
  return doomed.filter((pid) => kill(pid)).length;
}

/** Every process below this one, however deep. */
function descendants(pid: number): readonly number[] {
  const table = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const pairs = table.map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): readonly number[] =>
    pairs.flatMap(([child = 0, of]) => (of === parent ? [child, ...below(child)] : []));
  return below(pid);
}

function kill(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    // It has ended by itself.
    return false;
  }
}
