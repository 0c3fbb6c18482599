import { accessSync, constants, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

/** Variables of a process, as Node has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

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

/** The folders of PATH, without empty ones (which would mean the current folder, and so the repository's own files). */
function searchPath(env: Environment): readonly string[] {
  return (variable(env, 'PATH') ?? '')
    .split(process.platform === 'win32' ? ';' : ':')
    .filter((folder) => folder !== '');
}

function extensions(env: Environment): readonly string[] {
  if (process.platform !== 'win32') return [''];
  return ['', ...(variable(env, 'PATHEXT') ?? '.COM;.EXE;.BAT;.CMD').split(';')];
}

function variable(env: Environment, name: string): string | undefined {
  if (process.platform !== 'win32') return env[name];
  return Object.entries(env).find(([key]) => key.toUpperCase() === name)?.[1];
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    // It does not exist, or we may not run it.
    return false;
  }
}
