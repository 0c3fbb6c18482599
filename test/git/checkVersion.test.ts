import { chmod, mkdir, readFile, utimes, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkVersion } from '../../src/git/checkVersion.ts';
import { createGit } from '../../src/git/createGit.ts';
import { temporaryFolder } from '../support/gitRepo.ts';

/** A git that counts how often it is asked, found on PATH, and a person with a home of their own. */
async function countingGit() {
  const home = await temporaryFolder();
  const asked = join(home, 'asked');
  const write = async (version: string): Promise<void> => {
    await writeFile(join(home, 'bin/git'), `#!/bin/sh\necho x >> ${asked}\necho git version ${version}\n`);
    await chmod(join(home, 'bin/git'), 0o755);
  };
  await mkdir(join(home, 'bin'));
  await write('2.43.0');
  const program = { binary: 'git', env: { PATH: `${home}/bin:/usr/bin:/bin`, HOME: home } };
  return {
    home,
    write,
    check: () => checkVersion(program, createGit(program), home),
    times: async () => (await readFile(asked, 'utf8')).split('\n').length - 1,
  };
}

test('a git that is new enough is asked once', async () => {
  const git = await countingGit();
  for (let turn = 0; turn < 3; turn += 1) await git.check();
  expect(await git.times()).toBe(1);
});

test('another file in its place is asked, and refused if it is too old, each time', async () => {
  const git = await countingGit();
  await git.check();
  await git.write('2.37.1');
  for (let turn = 0; turn < 2; turn += 1)
    await expect(git.check()).rejects.toMatchObject({ code: 'git/too-old', details: { found: '2.37.1' } });
  expect(await git.times()).toBe(3);
});

test('what was remembered a day ago is asked again, and so is what is no note', async () => {
  const git = await countingGit();
  await git.check();
  const folder = join(git.home, '.cache/cairn/git');
  const [name = ''] = await readdir(folder);
  await utimes(join(folder, name), 1, 1);
  await git.check();
  await writeFile(join(folder, name), 'torn');
  await git.check();
  expect(await git.times()).toBe(3);
});

test('a cache that others can write is not believed, and a home that is not there is not made', async () => {
  const git = await countingGit();
  await git.check();
  await chmod(join(git.home, '.cache/cairn'), 0o777);
  await git.check();
  expect(await git.times()).toBe(2);
  const homeless = { binary: 'git', env: { PATH: '/usr/bin:/bin', HOME: join(git.home, 'nobody') } };
  await checkVersion(homeless, createGit(homeless), git.home);
  expect(await readdir(git.home)).not.toContain('nobody');
});
