import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { clearRefLock } from '../../src/git/clearRefLock.ts';
import type { RefName } from '../../src/model/ids.ts';
import { gitRepo } from '../support/gitRepo.ts';

const ref = 'refs/heads/cairn/demo' as RefName;

async function lockedSince(seconds: number): Promise<string> {
  const repo = await gitRepo({ 'a.txt': 'a\n' });
  const lock = join(repo.root, '.git', `${ref}.lock`);
  await mkdir(dirname(lock), { recursive: true });
  await writeFile(lock, '');
  const at = new Date(Date.now() - seconds * 1000);
  await utimes(lock, at, at);
  return join(repo.root, '.git');
}

test('[A21] a lock that a process left when it died is removed, and git can move the ref again', async () => {
  const commonDir = await lockedSince(3600);
  expect(await clearRefLock(commonDir, ref)).toBe(true);
  expect(await clearRefLock(commonDir, ref)).toBe(false);
});

test('a lock that somebody may hold right now stays', async () => {
  expect(await clearRefLock(await lockedSince(1), ref)).toBe(false);
});
