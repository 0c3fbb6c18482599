import { execFile } from 'node:child_process';
import type { Environment } from './searchPath.ts';

/** Windows starts these with a shell only. */
const SCRIPT = process.platform === 'win32' ? /\.(?:cmd|bat)$/i : /^(?!)/;

/** What a program printed, and its exit code; null if it was ended. */
export interface Printed {
  readonly out: string;
  readonly err: string;
  readonly code: number | null;
}

/**
 * Runs a program that only says something, and ends it after `ms` milliseconds. It gets no standard input.
 *
 * @param cwd where it runs: many programs read what they find there
 */
export function askProgram(
  program: string,
  args: readonly string[],
  { cwd, env, ms }: { readonly cwd?: string; readonly env: Environment; readonly ms: number },
): Promise<Printed> {
  return new Promise((resolve) => {
    const options = {
      ...(cwd === undefined ? {} : { cwd }),
      encoding: 'utf8',
      env: { ...env },
      timeout: ms,
      killSignal: 'SIGKILL',
      windowsHide: true,
      shell: SCRIPT.test(program),
    } as const;
    const child = execFile(program, [...args], options, (error, out, err) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
      resolve({ out, err, code });
    });
    child.stdin?.end();
  });
}
