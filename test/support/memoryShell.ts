import { Bash } from 'just-bash';
import { shellWords } from '../../src/base/shellWords.ts';
import type { ProcessTask, ProcessEnd } from '../../src/session/ports.ts';
import type { MemoryDisk } from './memoryFiles.ts';
import { memoryShellFiles } from './memoryShellFiles.ts';
import { scriptedProcesses, type ScriptedProcesses } from './scriptedProcesses.ts';

/** What a task printed, apart: in which order is not known. */
export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Programs of the tests without a process: scripts of a POSIX shell on a {@link MemoryDisk}. There is no git in it, and
 * nothing outlives what started it.
 *
 * @param keep gets what a task printed, once it has ended
 */
export function memoryShell(
  disk: MemoryDisk,
  keep: (task: ProcessTask, printed: Printed) => void,
): ScriptedProcesses {
  const shell = new Bash({
    fs: memoryShellFiles(disk),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
  return scriptedProcesses({
    '*': async (task): Promise<Partial<Omit<ProcessEnd, 'tail'>> & { readonly output: string }> => {
      const { command, cwd, env, stdin, signal } = task;
      const { exitCode, stdout, stderr } = await shell.exec(
        typeof command === 'string' ? command : shellWords(command),
        { cwd, env: { ...env }, replaceEnv: true, stdin, signal, rawScript: true },
      );
      keep(task, { stdout, stderr });
      return { exitCode, output: `${stdout}${stderr}` };
    },
  });
}
