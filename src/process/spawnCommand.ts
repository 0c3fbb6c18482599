import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { extname, isAbsolute, join } from 'node:path';
import { programExtensions, searchPath } from '../host/searchPath.ts';
import type { Command } from '../model/workflow/workflow.ts';

/** Starts a command as the leader of its own process group and session: text through a shell, a list without one. */
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

/** A batch file, which every program that npm installs is, needs a shell to start, and arguments quoted for it. */
function onWindows(command: Command, env: Readonly<Record<string, string>>): Invocation {
  if (typeof command === 'string') return ['cmd', ['/d', '/s', '/c', `"${command}"`], true];
  const program = findOnWindows(command[0], env);
  if (!/^\.(cmd|bat)$/i.test(extname(program))) return [program, command.slice(1), false];
  return ['cmd', ['/d', '/s', '/c', `"${[program, ...command.slice(1)].map(quoteForCmd).join(' ')}"`], true];
}

/** Quotes one argument for a batch file: first for the C runtime, then escapes every character that cmd itself reads. */
export function quoteForCmd(argument: string): string {
  const quoted = `"${argument.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, '$1$1')}"`;
  return quoted.replace(/[()%!^"<>&|;, *?]/g, '^$&');
}

function findOnWindows(program: string, env: Readonly<Record<string, string>>): string {
  if (/[\\/]/.test(program) || extname(program) !== '') return program;
  const candidates = searchPath(env).flatMap((folder) =>
    programExtensions(env).map((extension) => join(folder, program + extension)),
  );
  return candidates.find((candidate) => existsSync(candidate)) ?? program;
}

/** Says what kept the system from starting a program, and what to do about it. */
export function whyNotStarted(error: NodeJS.ErrnoException): string {
  const program = error.path ?? '';
  if (error.code === 'EACCES') return `${program} may not be executed (EACCES); chmod +x allows it`;
  if (error.code === 'EMFILE' || error.code === 'ENFILE')
    return `too many files are open (${error.code}); ulimit -n raises how many may be`;
  if (error.code !== 'ENOENT') return error.message;
  // The system reports a script with a missing interpreter in the same way.
  return isAbsolute(program) && existsSync(program)
    ? `the program that the first line of ${program} names is not there (ENOENT)`
    : `there is no program ${program} (ENOENT)`;
}
