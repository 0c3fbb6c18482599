import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { GitRepo } from './gitRepo.ts';

/** How editors save: write over it, write beside and rename, remove and make anew. */
export const WAYS_TO_SAVE = ['over', 'rename', 'anew'] as const;

export interface Saver {
  /** Ends it, and answers what it saved and did not itself overwrite. */
  stop(): Promise<readonly (readonly [file: string, contents: string])[]>;
}

/** Another process that saves these files until it is stopped. */
export async function startSaving(
  root: string,
  files: readonly string[],
  {
    way,
    log,
    pause = 0,
    head = '',
  }: {
    readonly way: string;
    readonly log: string;
    /** Between saves. Milliseconds. */
    readonly pause?: number;
    /** What all contents begin with. */
    readonly head?: string;
  },
): Promise<Saver> {
  const program = join(import.meta.dirname, 'savingProgram.ts');
  const child = spawn(
    process.execPath,
    [
      program,
      log,
      way,
      String(pause),
      head.replaceAll('\n', '\\n'),
      ...files.map((file) => join(root, file)),
    ],
    { stdio: ['pipe', 'ignore', 'inherit'] },
  );
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  // It ends with whoever started it: that closes its input.
  // It has begun when it has saved something.
  const first = join(root, files[0] ?? '');
  for (
    let look = 0;
    look < 400 && !(await readFile(first, 'utf8').catch(() => '')).includes('saved');
    look += 1
  )
    await new Promise((resolve) => setTimeout(resolve, 10));
  return {
    async stop() {
      child.stdin.end();
      await ended;
      const lines = (await readFile(log, 'utf8')).split('\n').filter((line) => line !== '');
      return lines.map((line) => {
        const [file, contents] = JSON.parse(line) as [string, string];
        return [relative(root, file), contents] as const;
      });
    },
  };
}

/** Of these saves, those that are neither on disk nor in a rescue of the session. */
export async function lostSaves(
  repo: GitRepo,
  root: string,
  session: string,
  saves: readonly (readonly [file: string, contents: string])[],
): Promise<readonly string[]> {
  const refs = (await repo.git('for-each-ref', '--format=%(refname)', `refs/cairn/${session}`)).split('\n');
  const files = [...new Set(saves.map(([file]) => file))];
  const found = new Set<string>();
  for (const file of files) {
    found.add(`${file}\0${(await readFile(join(root, file), 'utf8').catch(() => '')).trim()}`);
    for (const ref of refs.filter((name) => name !== ''))
      found.add(`${file}\0${(await repo.git('show', `${ref}:${file}`).catch(() => '')).trim()}`);
  }
  return saves
    .filter(([file, contents]) => !found.has(`${file}\0${contents.trim()}`))
    .map(([file, contents]) => `${file}: ${contents.trim().split('\n').at(-1)}`);
}
