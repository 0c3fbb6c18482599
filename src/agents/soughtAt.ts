import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';

/** Where we looked for a program that cannot be started; tells a file that may not be executed from none. */
export function soughtAt(program: string): string {
  if (!isAbsolute(program)) return `${program} on PATH`;
  return existsSync(program) ? `${program} (it is there and may not be executed)` : program;
}
