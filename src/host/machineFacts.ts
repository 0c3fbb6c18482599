import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What a program of the system prints; null where there is none, it fails, or has nothing to say. */
export function printedBy(program: string, args: readonly string[]): string | null {
  try {
    return execFileSync(program, args, {
      encoding: 'utf8',
      timeout: 10_000,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'ignore'],
      // Dates and words as we read them, whatever the person's language.
      env: { ...process.env, LC_ALL: 'C' },
    }).trim();
  } catch {
    // Each caller has another way, or says that it does not know.
    return null;
  }
}

/** What a file of the system holds; null where it is not there or hidden from us. */
export function textIn(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // Not there on this system, or the process that it told of has ended.
    return null;
  }
}
