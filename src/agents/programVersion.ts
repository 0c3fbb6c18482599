import { execFile } from 'node:child_process';

/** A program of many megabytes takes this long to begin on a busy machine. Milliseconds. */
const PATIENCE_MS = 15_000;

/** First line that `<program> --version` prints in the caller's environment, or null when it says nothing for too long. */
export function programVersion(
  program: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | null> {
  return new Promise((resolve) => {
    const options = {
      encoding: 'utf8',
      env: { ...env },
      timeout: PATIENCE_MS,
      windowsHide: true,
      shell: process.platform === 'win32',
    } as const;
    const child = execFile(program, ['--version'], options, (_error, stdout) => {
      // No version is an answer too: it is only written down, and nothing depends on it.
      const line = stdout.split('\n', 1)[0]?.trim().slice(0, 100) ?? '';
      resolve(line === '' ? null : line);
    });
    child.stdin?.end();
  });
}
