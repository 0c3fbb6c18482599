import { describe, expect, test } from 'vitest';
import type { TreeId } from '../../src/model/names/ids.ts';
import type { Mode } from '../../src/session/ports.ts';
import { AT, edit, filesOf, headOf, nowhere, path, text, type OpenFixture } from './repositoryFixture.ts';

/** Objects, trees, commits and merges. */
export function objectsContract(name: string, open: OpenFixture): void {
  describe(`[M12, M34, M35, P18, S28] ${name}: objects`, () => {
    test('what is stored is read back, bytes for bytes', async () => {
      const { repository } = await open({ 'a.txt': 'a\n' });
      const bytes = Buffer.from([0, 1, 2, 255, 10, 13, 10]);
      const blob = await repository.writeBlob(bytes);
      expect(Buffer.from(await repository.readBlob(blob))).toEqual(bytes);
      expect(await repository.blobBytes(blob)).toBe(bytes.length);
      expect(await repository.blobBytes(await nowhere(repository))).toBeNull();
      await expect(repository.readBlob(await nowhere(repository))).rejects.toMatchObject({
        code: 'data/missing-object',
      });
    });

    test('a tree is composed by replacing, adding and removing paths, and folders that become empty go', async () => {
      const { repository } = await open({ 'a.txt': 'a', 'b/c.txt': 'c', 'b/d/e.txt': 'e', 'z.txt': 'z' });
      const head = await headOf(repository);
      const tree = await edit(repository, head, {
        'a.txt': 'A',
        'b/d/e.txt': null,
        'n/e/w.txt': 'new',
        'z.txt': null,
      });
      expect(await filesOf(repository, tree)).toEqual({ 'a.txt': 'A', 'b/c.txt': 'c', 'n/e/w.txt': 'new' });
      expect(await repository.entry(tree, path('b/d'))).toBeNull();
      expect(await filesOf(repository, await edit(repository, tree, { b: null }))).toEqual({
        'a.txt': 'A',
        'n/e/w.txt': 'new',
      });
    });

    test('a file can take the place of a folder, and a folder that of a file', async () => {
      const { repository } = await open({ 'x/y.txt': 'y', f: 'file' });
      const tree = await edit(repository, await headOf(repository), { x: 'now a file', 'f/g.txt': 'g' });
      expect(await filesOf(repository, tree)).toEqual({ x: 'now a file', 'f/g.txt': 'g' });
    });

    test('composing nothing gives the same tree, and from nothing the empty one', async () => {
      const { repository } = await open({ 'a.txt': 'a' });
      const { tree } = await repository.commitEntry(await headOf(repository));
      expect(await repository.compose(tree, new Map())).toBe(tree);
      expect(await repository.list(await repository.compose(null, new Map()), '')).toEqual([]);
    });

    test('a tree never names a blob that is not there', async () => {
      const { repository } = await open({ 'a.txt': 'a' });
      const edits = new Map([[path('b'), { blob: await nowhere(repository), mode: '100644' as const }]]);
      await expect(repository.compose(await headOf(repository), edits)).rejects.toMatchObject({
        code: 'data/missing-object',
      });
    });

    test('lists are sorted by bytes and can begin at a folder', async () => {
      const { repository } = await open({ 'b.txt': '1', 'b/x': '2', 'b-c': '3', é: '4', Z: '5' });
      const head = await headOf(repository);
      expect((await repository.list(head, '')).map((entry) => entry.path)).toEqual([
        'Z',
        'b-c',
        'b.txt',
        'b/x',
        'é',
      ]);
      expect((await repository.list(head, path('b'))).map((entry) => entry.path)).toEqual(['b/x']);
      expect(await repository.list(head, path('nothing'))).toEqual([]);
    });

    test('what is at the top is answered without what is below it, and without its folders', async () => {
      const { repository } = await open({ 'b.txt': '1', 'b/x': '2', 'a/b/c': '3', Z: '4' });
      const head = await headOf(repository);
      expect(await repository.entries(head)).toEqual([
        await repository.entry(head, path('Z')),
        await repository.entry(head, path('b.txt')),
      ]);
      expect(await repository.entries(await repository.compose(null, new Map()))).toEqual([]);
    });

    test('a folder is no file: read and entry answer null for it and for what is not there', async () => {
      const { repository } = await open({ 'b/x': '2' });
      const head = await headOf(repository);
      expect([
        await repository.read(head, path('b')),
        await repository.read(head, path('b/x/y')),
        await repository.read(head, path('c')),
      ]).toEqual([null, null, null]);
      expect(await repository.entry(head, path('b'))).toBeNull();
      expect(text(await repository.read(head, path('b/x')))).toBe('2');
    });

    test('changes name what was added, modified and deleted, sorted, and only below the paths asked for', async () => {
      const { repository } = await open({ 'a/1': '1', 'a/2': '2', 'b/3': '3', k: 'k' });
      const head = await headOf(repository);
      const tree = await edit(repository, head, { 'a/1': 'one', 'b/3': null, 'c/4': '4' });
      const kinds = async (under?: readonly string[]): Promise<readonly string[]> =>
        (await repository.changes(head, tree, under?.map(path))).map(
          (change) => `${change.kind} ${change.path}`,
        );
      expect(await kinds()).toEqual(['modified a/1', 'deleted b/3', 'added c/4']);
      expect(await kinds(['b', 'c/4'])).toEqual(['deleted b/3', 'added c/4']);
      expect(await kinds(['a/2'])).toEqual([]);
      expect(await repository.changes(tree, tree)).toEqual([]);
    });

    test('a commit says what it was given, and the same input gives the same id', async () => {
      const { repository } = await open({ 'a.txt': 'a' });
      const head = await headOf(repository);
      const { tree } = await repository.commitEntry(head);
      const of = { tree, parents: [head], message: 'cairn: ünder way\n\nbody\n\nCairn-Seq: 3\n', at: AT };
      const commit = await repository.commit(of);
      expect(await repository.commit(of)).toBe(commit);
      expect(await repository.commitEntry(commit)).toEqual({ commit, ...of, by: 'Cairn <cairn@localhost>' });
    });

    test('merging takes both sides, and names the files where they clash', async () => {
      const { repository } = await open({ a: '1\n', b: '1\n', c: '1\n' });
      const base = await headOf(repository);
      const ours = await edit(repository, base, { a: 'ours\n' });
      const merged = await repository.merge(
        base,
        ours,
        await edit(repository, base, { b: 'theirs\n', c: null }),
      );
      expect('tree' in merged ? await filesOf(repository, merged.tree) : merged).toEqual({
        a: 'ours\n',
        b: 'theirs\n',
      });
      expect(
        await repository.merge(base, ours, await edit(repository, base, { a: 'theirs\n' })),
      ).toMatchObject({
        conflicts: [{ kind: 'content', paths: ['a'], hasMarkers: true }],
      });
    });

    test('merging joins changes of one file, and of one line it lays both versions between markers', async () => {
      const lines = ['1\n', '2\n', '3\n', '4\n', '5\n'];
      const { repository } = await open({ a: lines.join(''), b: '1\n' });
      const base = await headOf(repository);
      const sideOf = (at: number, line: string): Promise<TreeId> =>
        edit(repository, base, { a: lines.with(at, line).join('') });
      const ours = await sideOf(0, 'ours\n');
      const labels = { ours: 'published', theirs: 'build' };
      const apart = await repository.merge(base, ours, await sideOf(4, 'theirs\n'), labels);
      expect('tree' in apart ? await filesOf(repository, apart.tree) : apart).toEqual({
        a: 'ours\n2\n3\n4\ntheirs\n',
        b: '1\n',
      });
      const both = await repository.merge(base, ours, await sideOf(0, 'theirs\n'), labels);
      if ('tree' in both) throw new Error('it merged');
      expect(both.conflicts).toEqual([{ kind: 'content', paths: ['a'], hasMarkers: true }]);
      expect(await filesOf(repository, both.marked)).toEqual({
        a: '<<<<<<< published\nours\n=======\ntheirs\n>>>>>>> build\n2\n3\n4\n5\n',
        b: '1\n',
      });
    });

    test('merging takes no two sides for each other: they are not called alike', async () => {
      const { repository } = await open({ a: '1\n' });
      const base = await headOf(repository);
      const [ours, theirs] = [
        await edit(repository, base, { a: '2\n' }),
        await edit(repository, base, { b: '2\n' }),
      ];
      for (const name of ['build', 'BUILD', '../x', ''])
        await expect(
          repository.merge(base, ours, theirs, { ours: 'build', theirs: name }),
        ).rejects.toMatchObject({
          code: 'internal/unexpected',
        });
    });

    test('merging tells what has no markers, and no side of it is chosen', async () => {
      const { repository } = await open({ a: 'a\n', binary: 'a\0', k: 'k', l: 'l' });
      const base = await headOf(repository);
      const side = async (name: string, mode: Mode): Promise<TreeId> =>
        repository.compose(
          await edit(repository, base, {
            [`d${name === 'ours' ? '' : '/x'}`]: name,
            binary: `${name}\0`,
            new: `${name}\n`,
          }),
          new Map([
            [path('run'), { blob: await repository.writeBlob(Buffer.from('run\n')), mode }],
            [path('l'), { blob: await repository.writeBlob(Buffer.from(name)), mode: '120000' as const }],
          ]),
        );
      const ours = await edit(repository, await side('ours', '100644'), { a: null });
      const theirs = await edit(repository, await side('theirs', '100755'), { a: 'edited\n' });
      const merged = await repository.merge(base, ours, theirs);
      expect(
        'conflicts' in merged && merged.conflicts.map(({ kind, paths }) => `${kind} ${paths.join()}`).sort(),
      ).toEqual([
        'add/add new',
        'binary binary',
        'file/directory d',
        'link l',
        'mode run',
        'modify/delete a',
      ]);
    });
  });
}
