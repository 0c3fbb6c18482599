import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { atomicWrite } from '../../src/host/atomicWrite.ts';
import type * as realDisk from '../../src/host/disk.ts';
import { writeOnce } from '../../src/files/onceFile.ts';
import { isTemporaryName } from '../../src/model/names/temporaryName.ts';
import { temporaryFolder } from '../support/gitRepo.ts';

/** The file system between a program and its death: it answers `lives` calls, and from then on none, like a process that was killed. */
const disk = vi.hoisted(() => ({
  lives: Infinity,
  calls: [] as string[],
  left: [] as { close(): unknown }[],
}));

vi.mock('../../src/host/disk.ts', async (importOriginal) => {
  const real = await importOriginal<typeof realDisk>();
  const counted =
    (name: string, act: (...args: never[]) => unknown, half?: (...args: never[]) => unknown) =>
    async (...args: never[]): Promise<unknown> => {
      if (disk.lives <= 0) throw new Error('this process is dead');
      disk.lives -= 1;
      disk.calls.push(name);
      if (disk.lives > 0) return act(...args);
      // A write is no single step: it may stop anywhere in the middle.
      await half?.(...args);
      throw new Error('this process died');
    };
  const handleOf = (handle: realDisk.OpenFile, of: string): object => {
    disk.left.push(handle);
    const half = (bytes: Uint8Array | string): Promise<void> =>
      handle.writeFile(bytes.slice(0, bytes.length / 2));
    return {
      writeFile: counted(`write ${of}`, handle.writeFile.bind(handle) as never, half),
      sync: counted(`flush ${of}`, handle.sync.bind(handle)),
      close: counted(`close ${of}`, handle.close.bind(handle)),
    };
  };
  const open = async (path: string, flags: string, mode: number): Promise<object> =>
    handleOf(await real.open(path, flags, mode), flags === 'r' ? 'folder' : 'file');
  const writeFile = (path: string, text: string): Promise<void> => real.writeFile(path, text);
  const writeHalf = (path: string, text: string): Promise<void> =>
    real.writeFile(path, text.slice(0, text.length / 2));
  return {
    ...real,
    open: counted('open', open),
    readdir: counted('readdir', real.readdir),
    stat: counted('stat', real.stat),
    chmod: counted('chmod', real.chmod),
    rename: counted('rename', real.rename),
    rm: counted('rm', real.rm),
    mkdir: counted('mkdir', real.mkdir),
    link: counted('link', real.link),
    writeFile: counted('write file', writeFile, writeHalf),
  };
});

afterEach(async () => {
  for (const handle of disk.left.splice(0)) await Promise.resolve(handle.close()).catch(() => {});
  disk.lives = Infinity;
});

const OLD = 'o'.repeat(1_000);
const NEW = 'n'.repeat(1_000);

/** A process that saves in a folder and dies at its n-th call of the system: its calls, and what is found there then. */
async function dieAt(
  lives: number,
  save: (path: string) => Promise<unknown>,
  before: string | null,
): Promise<{ calls: readonly string[]; text: string | null; beside: readonly string[] }> {
  const folder = await temporaryFolder();
  const path = join(folder, 'STATUS.md');
  if (before !== null) await fs.writeFile(path, before);
  disk.calls = [];
  disk.lives = lives;
  await save(path).catch(() => {});
  disk.lives = Infinity;
  const calls = [...disk.calls];
  const beside = (await fs.readdir(folder)).filter((name) => name !== 'STATUS.md');
  const text = await fs.readFile(path, 'utf8').catch(() => null); // not there: nothing was saved
  return { calls, text, beside };
}

const replace = (lives: number): ReturnType<typeof dieAt> =>
  dieAt(lives, (path) => atomicWrite(path, NEW), OLD);
const writeFirst = (lives: number): ReturnType<typeof dieAt> =>
  dieAt(lives, (path) => writeOnce(path, NEW), null);

test('[L19] a file is written beside, flushed, renamed, and then its folder is flushed', async () => {
  expect(await replace(Infinity)).toEqual({
    calls: [
      'readdir',
      'stat',
      'open',
      'write file',
      'flush file',
      'close file',
      'chmod',
      'rename',
      'open',
      'flush folder',
      'close folder',
    ],
    text: NEW,
    beside: [],
  });
});

test('[L19] whoever dies at any call of the system while it writes leaves the old text whole or the new one', async () => {
  const { calls } = await replace(Infinity);
  const renamed = calls.indexOf('rename') + 1;
  for (const [at, call] of calls.entries()) {
    const left = await replace(at + 1);
    expect(left.calls, `died at ${call}`).toEqual(calls.slice(0, at + 1));
    expect(left.text, `died at ${call}`).toBe(at < renamed ? OLD : NEW);
    // What is left is a name that no checkpoint takes and the next write removes.
    expect(left.beside.filter((name) => !isTemporaryName(name))).toEqual([]);
    expect(left.beside.length).toBeLessThanOrEqual(1);
  }
});

test('[L19] whoever dies at any call of the system while it writes what nobody has written leaves nothing or all of it', async () => {
  const { calls } = await writeFirst(Infinity);
  expect(calls).toEqual(['mkdir', 'write file', 'link', 'rm']);
  for (const [at, call] of calls.entries()) {
    const { text, beside } = await writeFirst(at + 1);
    expect(text, `died at ${call}`).toBe(call === 'rm' ? NEW : null);
    expect(beside.filter((name) => !isTemporaryName(name))).toEqual([]);
  }
});
