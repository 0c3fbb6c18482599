import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';

/** Where a program was looked for that may not be started: a file without the right to be is another matter than none. */
export function soughtAt(program: string): string {
  if (!isAbsolute(program)) return `${program} on PATH`;
  return existsSync(program) ? `${program} (it is there and may not be executed)` : program;
}
