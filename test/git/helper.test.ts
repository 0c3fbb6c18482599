import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { gitRepo } from '../support/gitRepo.ts';
import { openTestRepository } from '../support/openTestRepository.ts';

/** Processes of git below this one that serve a repository. */
async function helpersOf(commonDir: string): Promise<number[]> {
  const found: number[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const [command, cwd] = await Promise.all([
      readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
      readFile(`/proc/${pid}/environ`, 'utf8').catch(() => ''),
    ]);
    if (/hash-object|cat-file/.test(command) && cwd.includes(`GIT_DIR=${commonDir}\0`))
      found.push(Number(pid));
  }
  return found;
}

describe.runIf(process.platform === 'linux')('long-lived helpers', () => {
  test('start on first use, are used again, and end on dispose', async () => {
    const repo = await gitRepo({ a: 'a' });
    const { repository, head } = await openTestRepository(repo);
    expect(await helpersOf(repository.commonDir)).toEqual([]);
    for (let turn = 0; turn < 5; turn += 1)
      await repository.readBlob(await repository.writeBlob(Buffer.from(`${turn}`)));
    await repository.commitEntry(await head());
    expect((await helpersOf(repository.commonDir)).length).toBe(1);
    await repository.dispose();
    expect(await helpersOf(repository.commonDir)).toEqual([]);
  });

  test('one that was killed is started again, and what it owed is asked again', async () => {
    const repo = await gitRepo({ a: 'a' });
    const { repository } = await openTestRepository(repo);
    const texts: string[] = [];
    for (let turn = 0; turn < 50; turn += 1) {
      const blobs = await Promise.all(
        [0, 1, 2].map((part) => repository.writeBlob(Buffer.from(`${turn}.${part}`))),
      );
      const reading = Promise.all(blobs.map((blob) => repository.readBlob(blob)));
      if (turn % 10 === 5)
        for (const pid of await helpersOf(repository.commonDir)) process.kill(pid, 'SIGKILL');
      texts.push(...(await reading).map((bytes) => Buffer.from(bytes).toString()));
    }
    expect(texts).toEqual(Array.from({ length: 150 }, (_value, at) => `${Math.floor(at / 3)}.${at % 3}`));
  });

  test('large and many answers come whole and in order', async () => {
    const repo = await gitRepo({ a: 'a' });
    const { repository } = await openTestRepository(repo);
    const contents = Array.from({ length: 40 }, (_value, at) => randomBytes(at === 7 ? 6_000_000 : at * 997));
    const blobs = await Promise.all(contents.map((bytes) => repository.writeBlob(bytes)));
    const back = await Promise.all(blobs.map((blob) => repository.readBlob(blob)));
    expect(back.every((bytes, at) => contents[at]!.equals(Buffer.from(bytes)))).toBe(true);
  });

  test('idle ones keep no program alive, and end with it', async () => {
    const repo = await gitRepo({ a: 'a' });
    const script = `
      const { openRepository } = await import(${JSON.stringify(new URL('../../src/git/openRepository.ts', import.meta.url).href)});
      const repository = await openRepository(${JSON.stringify(repo.root)}, { log: { info() {}, warn() {}, error() {} } });
      console.log(await repository.writeBlob(Buffer.from('x')), await repository.resolve('HEAD'));`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env: repo.env,
    });
    const [code] = await new Promise<[number | null]>((resolve) =>
      child.once('exit', (exit) => resolve([exit])),
    );
    expect(code).toBe(0);
    await expect.poll(() => helpersOf(join(repo.root, '.git')), { timeout: 60_000 }).toEqual([]);
  });

  test('a disk that is full is told as that', async () => {
    const repo = await gitRepo({ a: 'a' });
    const mounted = join(repo.root, '.git/objects');
    const mount = promisify(execFile)('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', mounted]);
    // Only root may mount.
    if (!(await mount.then(Boolean, () => false))) return;
    const { repository } = await openTestRepository(repo);
    try {
      await expect(repository.writeBlob(randomBytes(500_000))).rejects.toMatchObject({
        code: 'git/disk-full',
      });
    } finally {
      await repository.dispose();
      await promisify(execFile)('umount', [mounted]);
    }
  });
});
