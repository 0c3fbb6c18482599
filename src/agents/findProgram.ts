import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { programExtensions, searchPath, type Environment } from '../host/searchPath.ts';

/**
 * The path of the program that a name on a command line refers to, or null.
 *
 * A relative name with a slash is a path from the folder that the command will run in.
 *
 * @param from that folder, or one that looks like it; null when we cannot know it yet: then returns the path unchanged
 */
export function findProgram(program: string, env: Environment, from: string | null): string | null {
  const fixed = isAbsolute(program);
  const isPath = !fixed && /[\\/]/.test(program);
  if (isPath && from === null) return program;
  for (const folder of fixed ? [''] : isPath ? [from ?? ''] : searchPath(env)) {
    for (const extension of extensions(env)) {
      const candidate = fixed ? program + extension : join(folder, program + extension);
      if (isProgram(candidate)) return candidate;
    }
  }
  return null;
}

const extensions = (env: Environment): readonly string[] =>
  process.platform === 'win32' ? ['', ...programExtensions(env)] : [''];

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    // It does not exist, or we may not run it.
    return false;
  }
}

/** Where we looked for a program that cannot be started; tells a file that may not be executed from none. */
export function soughtAt(program: string): string {
  if (!isAbsolute(program)) return `${program} on PATH`;
  return existsSync(program) ? `${program} (it is there and may not be executed)` : program;
}
