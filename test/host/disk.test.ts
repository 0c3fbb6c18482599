import { execFileSync } from 'node:child_process';
import threaded from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as disk from '../../src/host/disk.ts';
import { codeOf } from '../../src/host/systemError.ts';
import { temporaryFolder } from '../support/gitRepo.ts';

type Calls = Omit<typeof disk, 'open'>;

/** A file, a folder with one file, a link, a link that leads nowhere. */
async function ground(): Promise<string> {
  const root = await temporaryFolder();
  await threaded.writeFile(join(root, 'file'), 'größer');
  await threaded.mkdir(join(root, 'folder'));
  await threaded.writeFile(join(root, 'folder/inner'), '');
  await threaded.symlink('file', join(root, 'link'));
  await threaded.symlink('nowhere', join(root, 'dangling'));
  return root;
}

/** What a call comes to, in words that are the same in every folder; times of a file are not compared. */
async function told(root: string, call: () => Promise<unknown>): Promise<string> {
  const answer = await call().catch((error: unknown) => `refused: ${codeOf(error)}`);
  return JSON.stringify(answer, (key, value: unknown) => {
    if (/time|^(ino|blocks)|Ms$|Ns$/i.test(key)) return undefined;
    return typeof value === 'bigint' ? `${value}n` : value;
  })?.replaceAll(root, 'ROOT');
}

const ROWS: readonly (readonly [string, (calls: Calls, at: (name: string) => string) => Promise<unknown>])[] =
  [
    ['access, of nothing', ({ access }, at) => access(at('nothing'))],
    ['access, of a file', ({ access }, at) => access(at('file'))],
    ['chmod', ({ chmod, stat }, at) => chmod(at('file'), 0o600).then(() => stat(at('file')))],
    ['link', ({ link, stat }, at) => link(at('file'), at('new')).then(() => stat(at('new')))],
    ['link, over a file', ({ link }, at) => link(at('file'), at('folder/inner'))],
    ['lstat, of a link', ({ lstat }, at) => lstat(at('link')).then((found) => found.isSymbolicLink())],
    ['lstat, in big numbers', ({ lstat }, at) => lstat(at('file'), { bigint: true })],
    ['lstat, below a file', ({ lstat }, at) => lstat(at('file/below'))],
    ['mkdir', ({ mkdir }, at) => mkdir(at('folder'))],
    ['mkdir, with those above', ({ mkdir }, at) => mkdir(at('a/b/c'), { recursive: true, mode: 0o700 })],
    ['readdir', async ({ readdir }, at) => (await readdir(at('.'))).sort()],
    ['readdir, with kinds', ({ readdir }, at) => readdir(at('folder'), { withFileTypes: true })],
    ['readdir, of a file', ({ readdir }, at) => readdir(at('file'))],
    ['readFile', ({ readFile }, at) => readFile(at('file'))],
    ['readFile, as text', ({ readFile }, at) => readFile(at('link'), 'utf8')],
    ['readFile, as bytes in text', ({ readFile }, at) => readFile(at('file'), { encoding: 'latin1' })],
    ['readFile, of a folder', ({ readFile }, at) => readFile(at('folder'))],
    ['readFile, of nothing', ({ readFile }, at) => readFile(at('dangling'), 'utf8')],
    ['readlink', ({ readlink }, at) => readlink(at('link'))],
    ['readlink, of a file', ({ readlink }, at) => readlink(at('file'))],
    ['realpath', ({ realpath }, at) => realpath(at('folder/../link'))],
    ['rename, over a file', ({ rename, readdir }, at) => rename(at('file'), at('folder/inner')).then(() => readdir(at('folder')))], // prettier-ignore
    ['rename, over a full folder', ({ rename, mkdir }, at) => mkdir(at('b')).then(() => rename(at('b'), at('folder')))], // prettier-ignore
    ['rm', ({ rm, access }, at) => rm(at('link')).then(() => access(at('file')))],
    ['rm, of nothing', ({ rm }, at) => rm(at('nothing'))],
    ['rm, whatever is there', ({ rm }, at) => rm(at('nothing'), { force: true })],
    ['rm, of a folder', ({ rm }, at) => rm(at('folder'), { force: true }).catch(() => 'refused')],
    ['rm, whole', ({ rm, access }, at) => rm(at('folder'), { recursive: true }).then(() => access(at('folder')))], // prettier-ignore
    ['rmdir, of a full folder', ({ rmdir }, at) => rmdir(at('folder'))],
    ['stat, through a link', ({ stat }, at) => stat(at('link'))],
    ['stat, of a link to nothing', ({ stat }, at) => stat(at('dangling'))],
    ['unlink, of a folder', ({ unlink }, at) => unlink(at('folder')).catch(() => 'refused')],
    ['utimes', ({ utimes, stat }, at) => utimes(at('file'), 5, 7).then(async () => (await stat(at('file'))).mtimeMs)], // prettier-ignore
    [
      'writeFile',
      ({ writeFile, readFile }, at) => writeFile(at('file'), 'x').then(() => readFile(at('file'))),
    ],
    ['writeFile, of a new one only', ({ writeFile }, at) => writeFile(at('file'), 'x', { flag: 'wx' })],
  ];

describe('a call in this thread comes to what node:fs/promises comes to', () => {
  it.each(ROWS)('%s', async (_, call) => {
    const [here, there] = [await ground(), await ground()];
    const ours = await told(here, () => call(disk, (name) => join(here, name)));
    const theirs = await told(there, () => call(threaded, (name) => join(there, name)));
    expect(ours).toBe(theirs);
  });
});

it('reads a pipe that nobody writes to as empty, and waits for nobody', async () => {
  const pipe = join(await temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  expect(await disk.readFile(pipe, 'utf8')).toBe('');
});

it('lets timers run during a walk of a million files', async () => {
  const heard = AbortSignal.timeout(1);
  for (let looks = 0; looks < 1_000_000 && !heard.aborted; looks += 1) await disk.lstat('.');
  expect(heard.aborted).toBe(true);
});

it('an open file is written where it ends, cut, and flushed', async () => {
  const path = join(await temporaryFolder(), 'file');
  await threaded.writeFile(path, 'one\ntorn');
  const file = await disk.open(path, 'r+');
  expect((await file.readFile()).toString()).toBe('one\ntorn');
  await file.truncate(4);
  await file.sync();
  await file.close();
  const again = await disk.open(path, 'a');
  await again.writeFile('two\n');
  await again.close();
  expect(await threaded.readFile(path, 'utf8')).toBe('one\ntwo\n');
  await expect(disk.open(path, 'wx')).rejects.toMatchObject({ code: 'EEXIST' });
});
