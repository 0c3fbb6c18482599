/** Variables of a process, as Node has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

const windows = process.platform === 'win32';

/** The folders of PATH, without empty ones (which would mean the current folder, and so the repository's own files). */
export function searchPath(env: Environment): readonly string[] {
  return (variable(env, 'PATH') ?? '').split(windows ? ';' : ':').filter((folder) => folder !== '');
}

/** What Windows appends to the name of a program to find it. */
export const programExtensions = (env: Environment): readonly string[] =>
  (variable(env, 'PATHEXT') || '.COM;.EXE;.BAT;.CMD').split(';');

/** On Windows the case of a variable's name does not matter. */
function variable(env: Environment, name: string): string | undefined {
  return windows ? Object.entries(env).find(([key]) => key.toUpperCase() === name)?.[1] : env[name];
}
