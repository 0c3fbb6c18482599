import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { atomicWrite } from '../../src/files/atomicWrite.ts';
import { isTemporaryName } from '../../src/model/temporaryName.ts';
import { temporaryFolder } from '../support/gitRepo.ts';

/** The file system between a program and its death: it answers `lives` calls, and from then on none, like a process that was killed. */
const disk = vi.hoisted(() => ({
  lives: Infinity,
  calls: [] as string[],
  left: [] as { close(): unknown }[],
}));

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof fs>();
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
  const handleOf = (handle: fs.FileHandle, of: string): object => {
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
  return {
    ...real,
    open: counted('open', open),
    readdir: counted('readdir', real.readdir),
    stat: counted('stat', real.stat),
    chmod: counted('chmod', real.chmod),
    rename: counted('rename', real.rename),
    rm: counted('rm', real.rm),
  };
});

afterEach(async () => {
  for (const handle of disk.left.splice(0)) await Promise.resolve(handle.close()).catch(() => {});
  disk.lives = Infinity;
});

const OLD = 'o'.repeat(1_000);
const NEW = 'n'.repeat(1_000);

/** A file with the old text, and a process that writes the new one and dies at its n-th call of the system. */
async function dieAt(lives: number): Promise<{ text: string; beside: readonly string[] }> {
  const folder = await temporaryFolder();
  const path = join(folder, 'STATUS.md');
  await fs.writeFile(path, OLD);
  disk.calls = [];
  disk.lives = lives;
  await atomicWrite(path, NEW).catch(() => {});
  disk.lives = Infinity;
  const beside = (await fs.readdir(folder)).filter((name) => name !== 'STATUS.md');
  return { text: await fs.readFile(path, 'utf8'), beside };
}

test('[L19] a file is written beside, flushed, renamed, and then its folder is flushed', async () => {
  expect(await dieAt(Infinity)).toEqual({ text: NEW, beside: [] });
  expect(disk.calls.slice(0, -1)).toEqual([
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
  ]);
});

test('[L19] whoever dies at any call of the system while it writes leaves the old text whole or the new one', async () => {
  await dieAt(Infinity);
  const calls = disk.calls.slice(0, -1);
  const renamed = calls.indexOf('rename') + 1;
  for (const [at, call] of calls.entries()) {
    const { text, beside } = await dieAt(at + 1);
    expect(disk.calls.slice(0, -1), `died at ${call}`).toEqual(calls.slice(0, at + 1));
    expect(text, `died at ${call}`).toBe(at < renamed ? OLD : NEW);
    // What is left is a name that no checkpoint takes and the next write removes.
    expect(beside.filter((name) => !isTemporaryName(name))).toEqual([]);
    expect(beside.length).toBeLessThanOrEqual(1);
  }
});
