import { isCopiedFrom } from '../host/copiedFrom.ts';
import { processStart } from '../host/processStart.ts';
import { gitDirOf, type RunnerProcess } from './runFolder.ts';

/**
 * True while this very process runs for the repository that the run's folder lies in; a zombie does not, nor does another one
 * that got its number.
 *
 * `glance`: may be asked many times a second. Elsewhere than on Linux it costs a process to learn more than
 * whether the number is in use, so that is all a glance looks at there.
 */
export function isRunning(
  { pid, startTime, gitDir }: RunnerProcess,
  folder: string,
  how: 'glance' | 'look' = 'look',
): boolean {
  if (gitDir !== undefined && isCopiedFrom(gitDir, gitDirOf(folder))) return false;
  if (how === 'glance' && process.platform !== 'linux') return isInUse(pid);
  const found = processStart(pid);
  switch (found.kind) {
    case 'dead':
      return false;
    case 'unknown':
      return true;
    case 'alive':
      return startTime === null || startTime === found.startTime;
  }
}

function isInUse(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false; // gone, or not ours and so no runner of ours
  }
}
