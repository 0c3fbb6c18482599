import { spawn } from 'node:child_process';
import { mkdir, open, readFile, rename, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { clearStaleLock } from '../../src/git/clearStaleLock.ts';
import type { RefName } from '../../src/model/names/ids.ts';
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

const patience = { shown: 1_000, hidden: 60_000 };
const clear = (commonDir: string): Promise<boolean> =>
  clearStaleLock(commonDir, join(commonDir, `${ref}.lock`), patience);

test('a lock that a process left when it died is removed, and git can move the ref again', async () => {
  const commonDir = await lockedSince(3600);
  expect(await clear(commonDir)).toBe(true);
  expect(await clear(commonDir)).toBe(false);
});

test.runIf(process.platform === 'linux')(
  'a young lock without an owner is watched until it is old enough, also where the clock of its file is ahead',
  async () => {
    for (const seconds of [0, -3600]) {
      const began = performance.now();
      expect(await clear(await lockedSince(seconds))).toBe(true);
      expect(performance.now() - began).toBeGreaterThan(500);
    }
  },
);

test('a lock that somebody lets go of, or takes again, meanwhile stays as it is', async () => {
  const commonDir = await lockedSince(0);
  const lock = join(commonDir, `${ref}.lock`);
  const cleared = clear(commonDir);
  await sleep(200);
  await writeFile(`${lock}.new`, 'of another');
  await rename(`${lock}.new`, lock);
  expect(await cleared).toBe(false);
  expect(await readFile(lock, 'utf8')).toBe('of another');
});

test.runIf(process.platform === 'linux')(
  'a lock whose owner lives stays, however old it is, and goes when the owner has died without letting go',
  async () => {
    const repo = await gitRepo({ 'a.txt': 'a\n' });
    const commonDir = join(repo.root, '.git');
    // Between `prepare` and `commit` git holds the lock, closed, for as long as we say nothing.
    const git = spawn('git', ['update-ref', '--stdin'], { cwd: repo.root, env: repo.env });
    onTestFinished(() => void git.kill('SIGKILL'));
    git.stdin.write(`start\ncreate ${ref} ${await repo.git('rev-parse', 'HEAD')}\nprepare\n`);
    for await (const line of createInterface(git.stdout)) if (line === 'prepare: ok') break;
    // Not by its time put back: who was started after that cannot own it.
    await sleep(1_100);
    expect(await clear(commonDir)).toBe(false);
    const exited = new Promise((resolve) => git.once('exit', resolve));
    git.kill('SIGKILL');
    await exited;
    expect(await clear(commonDir)).toBe(true);
    await repo.git('update-ref', ref, 'HEAD');
  },
);

test.runIf(process.platform === 'linux')('a lock that any program has open stays', async () => {
  const commonDir = await lockedSince(3600);
  const handle = await open(join(commonDir, `${ref}.lock`), 'r');
  const at = new Date(Date.now() - 1_500);
  await utimes(join(commonDir, `${ref}.lock`), at, at);
  expect(await clear(commonDir)).toBe(false);
  await handle.close();
  expect(await clear(commonDir)).toBe(true);
});
