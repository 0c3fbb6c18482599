import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from '../recovery/crashTestbed.ts';

/** What was begun in a terminal. */
export interface Typed {
  readonly pid: number;
  /** It has written its first file below `.git`, or has ended: what comes before is the start of a program. */
  readonly atWork: Promise<unknown>;
  /** Exit code, null when it was killed; and what it wrote to standard error. */
  readonly ended: Promise<{ readonly code: number | null; readonly said: string }>;
}

/** Types `cairn …` in the person's folder, in a process group of its own. `dist` is where the programs are. */
export function typeAct({ repo, folder }: Machine, dist: string, words: readonly string[]): Typed {
  const [name = '', ...rest] = words;
  const watcher = watch(join(repo.root, '.git'), { recursive: true });
  const child = spawn(process.execPath, [join(dist, 'cli.cjs'), name, '--json', ...rest], {
    cwd: repo.root,
    env: { ...repo.env, TMPDIR: join(folder, 'tmp') },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended: Typed['ended'] = new Promise((resolve) =>
    child.once('close', (code) => resolve({ code, said })),
  );
  const writes = new Promise((resolve) => watcher.once('change', resolve));
  const atWork = Promise.race([writes, ended]).finally(() => watcher.close());
  return { pid: child.pid ?? 0, atWork, ended };
}
