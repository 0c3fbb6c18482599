import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Command } from '../model/workflow/workflow.ts';

/** Starts a command as the leader of a process group (and session) of its own; text through the shell, a list without one. */
export function spawnCommand(
  command: Command,
  options: {
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    readonly stdio: StdioOptions;
  },
): ChildProcess {
  const windows = process.platform === 'win32';
  const [program, args, verbatim] = windows ? onWindows(command, options.env) : onUnix(command);
  return spawn(program, args, {
    ...options,
    detached: !windows,
    windowsHide: true,
    windowsVerbatimArguments: verbatim,
  });
}

type Invocation = readonly [program: string, args: readonly string[], verbatim: boolean];

function onUnix(command: Command): Invocation {
  return typeof command === 'string'
    ? ['/bin/sh', ['-c', command], false]
    : [command[0], command.slice(1), false];
}

/** Batch files (every `npm`-installed program is one) cannot be started without a shell; their arguments are quoted for it. */
function onWindows(command: Command, env: Readonly<Record<string, string>>): Invocation {
  if (typeof command === 'string') return ['cmd', ['/d', '/s', '/c', `"${command}"`], true];
  const program = findOnWindows(command[0], env);
  if (!/^\.(cmd|bat)$/i.test(extname(program))) return [program, command.slice(1), false];
  return ['cmd', ['/d', '/s', '/c', `"${[program, ...command.slice(1)].map(quoteForCmd).join(' ')}"`], true];
}

/** One argument for a batch file: quoted for the C runtime, then every character that cmd reads itself escaped. */
export function quoteForCmd(argument: string): string {
  const quoted = `"${argument.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, '$1$1')}"`;
  return quoted.replace(/[()%!^"<>&|;, *?]/g, '^$&');
}

function findOnWindows(program: string, env: Readonly<Record<string, string>>): string {
  if (/[\\/]/.test(program) || extname(program) !== '') return program;
  const value = (name: string): string =>
    Object.entries(env).find(([key]) => key.toUpperCase() === name)?.[1] ?? '';
  const extensions = (value('PATHEXT') || '.COM;.EXE;.BAT;.CMD').split(';');
  for (const folder of value('PATH').split(';')) {
    for (const extension of extensions) {
      const candidate = join(folder, program + extension);
      if (folder !== '' && existsSync(candidate)) return candidate;
    }
  }
  return program;
}
