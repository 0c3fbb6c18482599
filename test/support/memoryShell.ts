import { AsyncLocalStorage } from 'node:async_hooks';
import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Bash, defineCommand, type Command } from 'just-bash';
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
 * Programs of the tests without a process: scripts of a POSIX shell on a {@link MemoryDisk}. Nothing outlives what
 * started it.
 *
 * @param keep gets what a task printed, once it has ended
 * @param git answers what a script asks git in a folder, without a newline at the end; without it there is no git
 */
export function memoryShell(
  disk: MemoryDisk,
  keep: (task: ProcessTask, printed: Printed) => void,
  git: ((cwd: string, args: readonly string[]) => Promise<string>) | null = null,
): ScriptedProcesses {
  const stopped = new AsyncLocalStorage<AbortSignal>();
  const shell = new Bash({
    fs: memoryShellFiles(disk),
    customCommands: git === null ? [] : [gitCommand(git)],
    // Not the global timer: the shell takes that one from its scripts. It looks whether it is stopped between commands only.
    sleep: (ms) => sleep(ms, undefined, { signal: stopped.getStore() }).catch(() => undefined),
  });
  return scriptedProcesses({
    '*': async (task, self): Promise<Partial<Omit<ProcessEnd, 'tail'>> & { readonly output: string }> => {
      const { command, cwd, env, signal } = task;
      const stdin = task.talk === undefined ? task.stdin : await nothingFrom(self.stdin);
      const script = `${exported(env)}${typeof command === 'string' ? command : shellWords(command)}`;
      const { exitCode, stdout, stderr } = await stopped.run(signal, () =>
        shell.exec(script, { cwd, env: { ...env }, replaceEnv: true, stdin, signal, rawScript: true }),
      );
      if (task.talk === undefined) {
        keep(task, { stdout, stderr });
        return { exitCode, output: `${stdout}${stderr}` };
      }
      // Whoever talks to it reads standard output itself.
      self.stdout.write(stdout);
      keep(task, { stdout: '', stderr });
      return { exitCode, output: stderr };
    },
  });
}

const gitCommand = (git: (cwd: string, args: readonly string[]) => Promise<string>): Command =>
  defineCommand('git', async (args, { cwd }) => {
    const [folder, words] = args[0] === '-C' ? [args[1] ?? '', args.slice(2)] : [cwd, args];
    return git(posix.resolve(cwd, folder), words).then(
      (answer) => ({ stdout: answer === '' ? '' : `${answer}\n`, stderr: '', exitCode: 0 }),
      (error: unknown) => ({ stdout: '', stderr: `${String(error)}\n`, exitCode: 128 }),
    );
  });

/** Its programs get all of their input before they begin: one that is talked to can be told nothing. */
async function nothingFrom(stdin: Readable): Promise<string> {
  for await (const _ of stdin) throw new Error('the shell of the twins takes no part in a conversation');
  return '';
}

/** What a program is started with goes on to those that it starts, as on every system. */
function exported(env: ProcessTask['env']): string {
  const names = Object.keys(env).filter((name) => /^[A-Za-z_]\w*$/.test(name));
  return names.length === 0 ? '' : `export ${names.join(' ')}; `;
}
