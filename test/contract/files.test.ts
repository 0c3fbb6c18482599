import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RepoPath } from '../../src/model/names/ids.ts';
import { createFiles } from '../../src/files/createFiles.ts';
import type { Files } from '../../src/session/ports.ts';
import { temporaryFolder } from '../support/gitRepo.ts';
import { memoryFiles } from '../support/memoryFiles.ts';

/** A port and the two things that only its maker can do. */
interface Harness {
  readonly files: Files;
  readonly root: string;
  readonly other: string;
  readonly link: (path: string, target: string) => Promise<void>;
}

const harnesses: Readonly<Record<string, () => Promise<Harness>>> = {
  async 'on disk'() {
    const folder = await temporaryFolder();
    const [root, other] = [join(folder, 'root'), join(folder, 'other')];
    for (const path of [root, other, join(folder, 'outside')]) await mkdir(path);
    await writeFile(join(folder, 'outside', 'file'), 'theirs');
    return { files: createFiles(), root, other, link: (path, target) => symlink(target, join(root, path)) };
  },
  async 'in memory'() {
    const files = memoryFiles();
    files.disk.set('/t/root', { kind: 'folder' });
    files.disk.set('/t/outside/file', {
      kind: 'file',
      bytes: new TextEncoder().encode('theirs'),
      mode: '100644',
    });
    return {
      files,
      root: '/t/root',
      other: '/t/other',
      link: async (path, target) => void files.disk.set(`/t/root/${path}`, { kind: 'link', target }),
    };
  },
};

const at = (path: string): RepoPath => path as RepoPath;
const text = (bytes: Uint8Array | null): string | null =>
  bytes === null ? null : new TextDecoder().decode(bytes);

describe.each(Object.entries(harnesses))('files %s', (_name, make) => {
  test('what is written is read, also over what was there, and folders are made on the way', async () => {
    const { files, root } = await make();
    await files.write(root, at('a/b/c.txt'), 'one');
    await files.write(root, at('a/b/c.txt'), new Uint8Array([0, 255]));
    expect(await files.read(root, at('a/b/c.txt'))).toEqual(
      expect.objectContaining({ length: 2, 0: 0, 1: 255 }),
    );
    expect(await files.kind(root, at('a/b/c.txt'))).toEqual({ kind: 'file', bytes: 2 });
    expect(await files.kind(root, at('a/b'))).toEqual({ kind: 'folder', bytes: 0 });
  });

  test('what is replaced is what was read, and nothing else', async () => {
    const { files, root } = await make();
    const bytes = (of: string): Uint8Array => new TextEncoder().encode(of);
    const path = at('a/b.txt');
    expect(await files.replace(root, path, bytes('read'), bytes('new'))).toBe(false);
    expect(await files.read(root, path)).toBe(null);
    expect(await files.replace(root, path, null, bytes('one'))).toBe(true);
    expect(await files.replace(root, path, null, bytes('two'))).toBe(false);
    expect(await files.replace(root, path, bytes('other'), bytes('two'))).toBe(false);
    expect(text(await files.read(root, path))).toBe('one');
    expect(await files.replace(root, path, bytes('other'), bytes('one'))).toBe(true);
    expect(await files.replace(root, path, bytes('one'), bytes('two'))).toBe(true);
    expect(text(await files.read(root, path))).toBe('two');
    expect(await files.list(root, at('a'))).toEqual([path]);
  });

  test('a stamp is the same until a file is written, and there is none where nothing is', async () => {
    const { files, root } = await make();
    expect(await files.stamp(root, at('a'))).toBeNull();
    await files.write(root, at('a'), 'one');
    const first = await files.stamp(root, at('a'));
    expect(await files.stamp(root, at('a'))).toBe(first);
    await files.write(root, at('a'), 'two');
    expect(await files.stamp(root, at('a'))).not.toBe(first);
  });

  test('what is not there reads as null, and removing it is nothing', async () => {
    const { files, root } = await make();
    await files.remove(root, at('a/b'));
    await files.write(root, at('a'), 'file');
    expect([
      await files.read(root, at('none')),
      await files.read(root, at('a/below-a-file')),
      await files.kind(root, at('none')),
    ]).toEqual([null, null, null]);
    await files.remove(root, at('a'));
    expect(await files.kind(root, at('a'))).toBeNull();
  });

  test('a path that leaves the root is never written and reads as null', async () => {
    const { files, root } = await make();
    for (const path of ['../outside/file', 'a/../../outside/file', './x', 'a//b', '/etc/passwd']) {
      expect(await files.read(root, at(path))).toBeNull();
      await expect(files.write(root, at(path), 'mine')).rejects.toMatchObject({
        code: 'machine/cannot-write',
      });
      await expect(files.remove(root, at(path))).rejects.toMatchObject({ code: 'machine/cannot-write' });
    }
  });

  test('no link is followed: not out of the root, not inside it, not at the end', async () => {
    const { files, root, link } = await make();
    await files.write(root, at('real/file'), 'mine');
    await link('out', '../outside');
    await link('in', 'real');
    await link('last', '../outside/file');
    for (const path of ['out/file', 'in/file']) {
      expect([await files.read(root, at(path)), await files.kind(root, at(path))]).toEqual([null, null]);
      for (const act of [
        () => files.write(root, at(path), 'x'),
        () => files.makeFolder(root, at(path)),
        () => files.remove(root, at(path)),
      ]) {
        await expect(act()).rejects.toMatchObject({
          code: 'machine/cannot-write',
          details: { why: 'through-a-link' },
        });
      }
    }
    expect([await files.read(root, at('last')), (await files.kind(root, at('last')))?.kind]).toEqual([
      null,
      'link',
    ]);
    await files.write(root, at('last'), 'replaced');
    expect([text(await files.read(root, at('last'))), (await files.kind(root, at('last')))?.kind]).toEqual([
      'replaced',
      'file',
    ]);
  });

  test('what stands in the way gets a free name beside it, whatever it is, and nothing of it is lost', async () => {
    const { files, root, link } = await make();
    await files.write(root, at('folder/file'), 'mine');
    await link('linked', 'folder');
    expect(await files.moveAside(root, at('linked'))).toBe('linked.replaced-1');
    expect([
      await files.kind(root, at('linked')),
      (await files.kind(root, at('linked.replaced-1')))?.kind,
    ]).toEqual([null, 'link']);
    await files.write(root, at('folder.replaced-1'), 'taken');
    expect(await files.moveAside(root, at('folder'))).toBe('folder.replaced-2');
    expect(text(await files.read(root, at('folder.replaced-2/file')))).toBe('mine');
  });

  test('whereabouts follows every link, also of what is not there yet', async () => {
    const { files, root, other, link } = await make();
    await files.write(root, at('src/a'), 'a');
    await files.write(other, at('b'), 'b');
    await link('away', other);
    await link('near', 'src');
    await link('nowhere', '../missing/file');
    await link('circle', 'circle');
    const of = (path: string): Promise<string> => files.whereabouts(root, path);
    expect(await Promise.all(['src/a', 'src/new/deep', 'near/a', '.', `${root}/src/a`].map(of))).toEqual(
      Array.from({ length: 5 }, () => 'inside'),
    );
    const out = [
      '../x',
      'away/b',
      'away/new',
      'nowhere',
      'nowhere/x',
      'circle',
      'src/../../x',
      '/etc/passwd',
      other,
    ];
    expect(await Promise.all(out.map(of))).toEqual(out.map(() => 'outside'));
    expect(await Promise.all(['.git/config', 'src/.git', '.git'].map(of))).toEqual(['git', 'git', 'git']);
  });

  test('a folder in the way is an error, and a folder goes only when it is empty', async () => {
    const { files, root } = await make();
    await files.makeFolder(root, at('full'));
    await files.makeFolder(root, at('full'));
    await files.write(root, at('full/file'), 'x');
    await expect(files.write(root, at('full'), 'x')).rejects.toMatchObject({ code: 'machine/cannot-write' });
    await expect(files.makeFolder(root, at('full/file'))).rejects.toMatchObject({
      code: 'machine/cannot-write',
    });
    await expect(files.remove(root, at('full'))).rejects.toMatchObject({ code: 'machine/cannot-write' });
    await files.remove(root, at('full/file'));
    await files.makeFolder(root, at('bare'));
    await files.remove(root, at('bare'));
    expect(await files.kind(root, at('bare'))).toBeNull();
  });

  test('a file is copied to another tree, and nothing is where there is none', async () => {
    const { files, root, other, link } = await make();
    await files.write(root, at('.env.local'), 'KEY=1\n');
    await link('linked', '.env.local');
    expect([
      await files.copy(root, other, at('.env.local')),
      await files.copy(root, other, at('none')),
      await files.copy(root, other, at('linked')),
    ]).toEqual(['copied', 'absent', 'no-file']);
    expect(text(await files.read(other, at('.env.local')))).toBe('KEY=1\n');
    expect(await files.copy(root, other, at('.env.local'))).toBe('copied');
    await files.write(other, at('.env.local'), 'KEY=2\n');
    expect(await files.copy(root, other, at('.env.local'))).toBe('kept');
    expect(text(await files.read(other, at('.env.local')))).toBe('KEY=2\n');
  });

  test('a place is absent, empty or occupied', async () => {
    const { files, root } = await make();
    await files.makeFolder(root, at('empty'));
    await files.write(root, at('full/file'), 'x');
    const places = ['none', 'empty', 'full', 'full/file'].map((path) => files.place(join(root, path)));
    expect(await Promise.all(places)).toEqual(['absent', 'empty', 'occupied', 'occupied']);
  });

  test('a line of info/exclude comes and goes, others stay as they were', async () => {
    const { files, root } = await make();
    const read = async (): Promise<string | null> => text(await files.read(root, at('info/exclude')));
    await files.exclude(root, '/.cairn/', false);
    expect(await read()).toBeNull();
    await files.write(root, at('info/exclude'), '# theirs\n*.log');
    await files.exclude(root, '/.cairn/', true);
    await files.exclude(root, '/.cairn/', true);
    expect(await read()).toBe('# theirs\n*.log\n/.cairn/\n');
    expect([await files.excludes(root, '/.cairn/'), await files.excludes(root, '/.cairn')]).toEqual([
      true,
      false,
    ]);
    await files.exclude(root, '/.cairn/', false);
    expect(await files.excludes(root, '/.cairn/')).toBe(false);
    expect(await read()).toBe('# theirs\n*.log\n');
  });

  test('room is told in bytes, and that it may be written, also for a place that is not there yet', async () => {
    const { files, root } = await make();
    expect(await files.free(join(root, 'not', 'there'))).toBeGreaterThan(0);
    expect(await files.whyNotWritable(join(root, 'not', 'there'))).toBeNull();
  });
});
