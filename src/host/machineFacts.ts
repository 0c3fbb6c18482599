import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What a program of the system prints, trimmed; null if it is missing or fails. */
export function printedBy(program: string, args: readonly string[]): string | null {
  try {
    return execFileSync(program, args, {
      encoding: 'utf8',
      timeout: 10_000,
      maxBuffer: 1 << 26,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'ignore'],
      // Dates and words as we parse them, whatever the person's language.
      env: { ...process.env, LC_ALL: 'C' },
    }).trim();
  } catch {
    // Each caller has another way, or does without.
    return null;
  }
}

/** What a file of the system holds; null if it is missing or hidden from us. */
export function textIn(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // Missing on this system, or the process that it is about has ended or is not ours.
    return null;
  }
}
