import { execFile } from 'node:child_process';
import type { Environment } from '../host/searchPath.ts';

/** A program of many megabytes may take this long to start on a busy machine. Milliseconds. */
const PATIENCE_MS = 15_000;

/** First line that `<program> --version` prints in the caller's environment; null when it prints nothing in time. */
export function programVersion(program: string, env: Environment): Promise<string | null> {
  return new Promise((resolve) => {
    const options = {
      encoding: 'utf8',
      env: { ...env },
      timeout: PATIENCE_MS,
      windowsHide: true,
      shell: process.platform === 'win32',
    } as const;
    const child = execFile(program, ['--version'], options, (_error, stdout) => {
      // Having no version is fine: it is only recorded, and nothing depends on it.
      const line = stdout.split('\n', 1)[0]?.trim().slice(0, 100) ?? '';
      resolve(line === '' ? null : line);
    });
    child.stdin?.end();
  });
}
