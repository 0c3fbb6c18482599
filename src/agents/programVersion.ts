import { execFile } from 'node:child_process';

/** First line that `<program> --version` prints, or null when it says nothing within a few seconds. */
export function programVersion(program: string): Promise<string | null> {
  return new Promise((resolve) => {
    const options = {
      encoding: 'utf8',
      timeout: 5_000,
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
