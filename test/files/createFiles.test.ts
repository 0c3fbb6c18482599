import { execFileSync } from 'node:child_process';
import { chmod, lstat, mkdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RepoPath } from '../../src/model/names/ids.ts';
import { createFiles } from '../../src/files/createFiles.ts';
import { temporaryFolder } from '../support/gitRepo.ts';

const files = createFiles();
const at = (path: string): RepoPath => path as RepoPath;

test('the same bytes do not touch a file', async () => {
  const root = await temporaryFolder();
  await files.write(root, at('a'), 'same');
  await utimes(join(root, 'a'), 1, 1);
  const before = await stat(join(root, 'a'));
  await files.write(root, at('a'), 'same');
  expect((await stat(join(root, 'a'))).mtimeMs).toBe(before.mtimeMs);
  await files.write(root, at('a'), 'else');
  expect((await stat(join(root, 'a'))).mtimeMs).not.toBe(before.mtimeMs);
});

test('a file that is written where a link was leaves the target of the link alone', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'root'));
  await writeFile(join(folder, 'bashrc'), 'theirs');
  await symlink('../bashrc', join(folder, 'root', 'STATUS.md'));
  await files.write(join(folder, 'root'), at('STATUS.md'), 'ours');
  expect([
    await readFile(join(folder, 'bashrc'), 'utf8'),
    (await lstat(join(folder, 'root', 'STATUS.md'))).isFile(),
  ]).toEqual(['theirs', true]);
});

test('a root that is reached through a link is the root', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'real'));
  await symlink('real', join(folder, 'root'));
  await files.write(join(folder, 'root'), at('a/b'), 'x');
  expect(await readFile(join(folder, 'real', 'a', 'b'), 'utf8')).toBe('x');
});

test('a copy keeps the mode', async () => {
  const [from, to] = [await temporaryFolder(), await temporaryFolder()];
  await writeFile(join(from, 'run'), '#!/bin/sh\n');
  await chmod(join(from, 'run'), 0o700);
  expect(await files.copy(from, to, at('run'))).toBe('copied');
  expect((await stat(join(to, 'run'))).mode & 0o777).toBe(0o700);
});

test('a special file is named, never read', async () => {
  const root = await temporaryFolder();
  execFileSync('mkfifo', [join(root, 'pipe')]);
  expect([
    await files.kind(root, at('pipe')),
    await files.read(root, at('pipe')),
    await files.copy(root, root, at('pipe')),
  ]).toEqual([{ kind: 'special', bytes: 0 }, null, 'no-file']);
});

test('info/exclude keeps bytes that are no UTF-8, a line end of Windows, and a link that somebody made of it', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'git', 'info'), { recursive: true });
  const theirs = Buffer.concat([Buffer.from([0xff, 0xfe, 0x0a]), Buffer.from('dir/\r\n')]);
  await writeFile(join(folder, 'shared'), theirs);
  await symlink('../../shared', join(folder, 'git', 'info', 'exclude'));
  await files.exclude(join(folder, 'git'), '/.cairn/sessions/ü/', true);
  expect(await readFile(join(folder, 'shared'))).toEqual(
    Buffer.concat([theirs, Buffer.from('/.cairn/sessions/ü/\n')]),
  );
  await files.exclude(join(folder, 'git'), '/.cairn/sessions/ü/', false);
  expect(await readFile(join(folder, 'shared'))).toEqual(theirs);
  expect((await lstat(join(folder, 'git', 'info', 'exclude'))).isSymbolicLink()).toBe(true);
});

test.each(['.git/config', 'a/.git/hooks/x', '.GIT/config', '../beside', 'a/../../beside', '/etc/x', 'a//b'])(
  '%s is neither written nor removed',
  async (path) => {
    const root = join(await temporaryFolder(), 'root');
    await mkdir(join(root, '.git'), { recursive: true });
    await writeFile(join(root, '.git/config'), 'theirs');
    await writeFile(join(root, '../beside'), 'theirs');
    await expect(files.write(root, at(path), 'x')).rejects.toMatchObject({ code: 'machine/cannot-write' });
    await expect(files.remove(root, at(path))).rejects.toMatchObject({ code: 'machine/cannot-write' });
    expect(await readFile(join(root, '.git/config'), 'utf8')).toBe('theirs');
    expect(await readFile(join(root, '../beside'), 'utf8')).toBe('theirs');
  },
);

test('a disk that is full is told as such', async () => {
  // /dev/full answers ENOSPC to every write, but a rename needs a folder: the error is made where it is mapped.
  const { onDisk } = await import('../../src/files/asCairnError.ts');
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
  await expect(onDisk('/tmp/x/y', () => Promise.reject(full))).rejects.toMatchObject({
    code: 'machine/no-space',
    details: { folder: '/tmp/x' },
  });
});
