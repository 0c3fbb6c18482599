import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { atomicWrite } from '../host/atomicWrite.ts';
import { readFile } from '../host/disk.ts';
import { nowMs } from '../host/nowMs.ts';
import { unreadableTie } from './errors.ts';

const LOOK_MS = 25;
/** Git fills it right after it was created: whoever has not by then is dead, or a power cut took the bytes. */
const MOST_MS = 2_000;
const TIE = '../..\n';

/**
 * Runs git again while another git makes a worktree: it creates `commondir` empty and fills it in a second step, and every git that
 * looks at all worktrees in between dies. One that stays empty is filled here, or `worktree`, `fsck`, `gc` and `log --all` would fail
 * in this repository for good.
 */
export async function pastHalfWritten<T extends { readonly stderr: string }>(
  cwd: string,
  run: () => Promise<T>,
): Promise<T> {
  const began = nowMs();
  for (;;) {
    const answer = await run();
    const tie = unreadableTie(answer.stderr);
    if (tie === null) return answer;
    const file = resolve(cwd, tie);
    while ((await isEmpty(file)) && nowMs() - began < MOST_MS) await sleep(LOOK_MS);
    if (nowMs() - began < MOST_MS) continue;
    if (!(await isEmpty(file))) return answer;
    await atomicWrite(file, TIE);
    return run();
  }
}

const isEmpty = async (file: string): Promise<boolean> =>
  (await readFile(file).catch(() => null))?.length === 0;
