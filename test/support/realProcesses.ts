import { processStart } from '../../src/host/processStart.ts';
import { createProcesses, type OwnProcesses } from '../../src/process/createProcesses.ts';
import { builtSupervisor } from './builtPrograms.ts';
import type { ProcessEnd, Processes, ProcessTask } from '../../src/session/ports.ts';

/** The real adapter, its supervisor run by the Node that runs the tests. */
export const realProcesses = (gitDir = '/nowhere/.git'): OwnProcesses =>
  createProcesses({ supervisorPath: builtSupervisor }, gitDir);

/** Runs a command with the usual rest of a task, below a supervisor of its own if no other processes are given. */
export async function runCommand(
  command: ProcessTask['command'],
  over: Partial<ProcessTask> & Pick<ProcessTask, 'cwd'>,
  given?: Processes,
): Promise<ProcessEnd> {
  const processes = given ?? realProcesses();
  try {
    return await processes.run({
      command,
      env: { PATH: process.env['PATH'] ?? '' },
      stdin: '',
      timeoutMs: 20_000,
      outputFile: `${over.cwd}/output.log`,
      signal: new AbortController().signal,
      ...over,
    });
  } finally {
    if (given === undefined) await (processes as OwnProcesses).dispose();
  }
}

export const isAlive = (pid: number): boolean => processStart(pid).kind !== 'dead';

/**
 * Waits until something holds, or answers false after `limitMs`: the default is for what never comes, not for what is
 * late on a busy machine, and far below the ten minutes for which the processes of the tests would live.
 */
export async function eventually(
  holds: () => boolean | Promise<boolean>,
  limitMs = 60_000,
): Promise<boolean> {
  for (const start = performance.now(); performance.now() - start < limitMs;) {
    if (await holds()) return true;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return false;
}
