import { describe, expect, test } from 'vitest';
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
      expect(await repository.merge(base, ours, await edit(repository, base, { a: 'theirs\n' }))).toEqual({
        conflicts: ['a'],
      });
    });
  });
}
