import { describe, expect, test } from 'vitest';
import type { RepoPath } from '../../src/model/names/ids.ts';
import type { WorkingTree } from '../../src/session/ports.ts';
import { edit, filesOf, headOf, path, text, type OpenFixture } from './repositoryFixture.ts';

/** A working tree seen through a private index: what is pending, captured, written. */
export function workingTreeContract(name: string, open: OpenFixture): void {
  const seen = async (tree: WorkingTree): Promise<readonly string[]> =>
    (await tree.pending()).map((entry) => `${entry.change} ${entry.kind} ${entry.path}`);
  const paths = async (tree: WorkingTree): Promise<readonly RepoPath[]> =>
    (await tree.pending()).map((entry) => entry.path);

  describe(`[M12, M34, M35, P18, S28] ${name}: working tree`, () => {
    test('pending names what differs from the tree that was loaded, links as links, ignored files not', async () => {
      const { repository, disk, tree } = await open({ '.gitignore': 'out/\n', a: 'a', b: 'b', 'd/c': 'c' });
      const at = tree();
      await at.load(await headOf(repository));
      expect(await at.pending()).toEqual([]);
      await disk.write('a', 'changed');
      await disk.remove('b');
      await disk.write('new/file', 'n');
      await disk.link('link', 'd/c');
      await disk.write('out/junk', 'junk');
      expect(await at.pending()).toEqual([
        { path: 'a', change: 'modified', kind: 'file', bytes: 7, tracked: true },
        { path: 'b', change: 'deleted', kind: 'file', bytes: 0, tracked: true },
        { path: 'link', change: 'added', kind: 'link', bytes: 3, tracked: false },
        { path: 'new/file', change: 'added', kind: 'file', bytes: 1, tracked: false },
      ]);
    });

    test('everything below an always folder is pending, ignored or not, and captured', async () => {
      const { repository, disk, tree } = await open({ '.gitignore': '*.log\n.cairn/\n', a: 'a' });
      const at = tree({ always: ['.cairn/sessions/s'] });
      await at.load(await headOf(repository));
      await disk.write('.cairn/sessions/s/01-x/out.log', 'log');
      await disk.write('.cairn/other', 'ignored');
      await disk.write('top.log', 'ignored');
      expect(await seen(at)).toEqual(['added file .cairn/sessions/s/01-x/out.log']);
      const captured = (await at.capture(await paths(at))).tree;
      expect(text(await repository.read(captured, path('.cairn/sessions/s/01-x/out.log')))).toBe('log');
      expect(await at.pending()).toEqual([]);
      await disk.write('.cairn/sessions/s/01-x/out.log', 'more log');
      expect(await seen(at)).toEqual(['modified file .cairn/sessions/s/01-x/out.log']);
    });

    test('files whose folder became a link are gone, ignored link or not, whatever is seen through it', async () => {
      const { repository, disk, tree } = await open({ 'a/e': 'a', 'd/e': 'd', 'd/f': 'f' });
      const at = tree();
      await at.load(await headOf(repository));
      await disk.write('.gitignore', 'd\n');
      await disk.remove('d/e');
      await disk.remove('d/f');
      await disk.remove('d');
      await disk.link('d', 'a');
      expect(await seen(at)).toEqual(['added file .gitignore', 'deleted file d/e', 'deleted file d/f']);
      const { tree: captured, notTaken } = await at.capture(await paths(at));
      expect(notTaken).toEqual([]);
      expect(await filesOf(repository, captured)).toEqual({ '.gitignore': 'd\n', 'a/e': 'a' });
      expect(await at.pending()).toEqual([]);
    });

    test('what is none of the session is never pending while it is untracked', async () => {
      const { repository, disk, tree } = await open({ a: 'a' });
      const at = tree({ never: ['copied', 'a'] });
      await at.load(await headOf(repository));
      await disk.write('copied', 'copied');
      await disk.write('a', 'A');
      expect(await seen(at)).toEqual(['modified file a']);
    });

    test('capture takes exactly the paths it is given, and the answer is what the index then holds', async () => {
      const { repository, disk, tree } = await open({ a: 'a', b: 'b', c: 'c' });
      const at = tree();
      await at.load(await headOf(repository));
      await disk.write('a', 'A');
      await disk.remove('b');
      await disk.write('c', 'C');
      await disk.write('new', 'new');
      const captured = (await at.capture(['a', 'b', 'new'].map(path))).tree;
      expect(await filesOf(repository, captured)).toEqual({ a: 'A', c: 'c', new: 'new' });
      expect(await at.holds(captured)).toBe(true);
      expect(await seen(at)).toEqual(['modified file c']);
      expect((await at.capture([])).tree).toBe(captured);
    });

    test('a load waits for what has to come first; where that fails the index holds what it held', async () => {
      const { repository, disk, tree } = await open({ a: 'a' });
      const at = tree();
      const head = await headOf(repository);
      await at.load(head);
      const before = (await repository.commitEntry(head)).tree;
      await disk.write('a', 'A');
      const after = (await at.capture([path('a')])).tree;
      await at.load(before);
      const reading = tree();
      const seenFirst = await at.loadAfter(after, async () => {
        expect(await seen(reading)).not.toEqual([]);
        return 'first';
      });
      expect([seenFirst, await at.holds(after)]).toEqual(['first', true]);
      await expect(at.loadAfter(before, () => Promise.reject(new Error('not yet')))).rejects.toThrow(
        'not yet',
      );
      expect(await at.holds(after)).toBe(true);
      // Nothing that was prepared is in the way.
      await at.load(before);
      expect([await at.holds(before), await seen(at)]).toEqual([true, ['modified file a']]);
    });

    test('a file that became a folder and a folder that became a file are captured', async () => {
      const { repository, disk, tree } = await open({ f: 'file', 'd/x': 'x' });
      const at = tree();
      await at.load(await headOf(repository));
      await disk.remove('f');
      await disk.remove('d/x');
      await disk.remove('d');
      await disk.write('f/inner', 'inner');
      await disk.write('d', 'now a file');
      expect(await filesOf(repository, (await at.capture(await paths(at))).tree)).toEqual({
        'f/inner': 'inner',
        d: 'now a file',
      });
      expect(await at.pending()).toEqual([]);
    });

    test('a path that is not there any more does not lose the others', async () => {
      const { repository, disk, tree } = await open({ a: 'a' });
      const at = tree();
      await at.load(await headOf(repository));
      await disk.write('b', 'b');
      expect(
        await filesOf(repository, (await at.capture(['gone/away', 'b', 'gone'].map(path))).tree),
      ).toEqual({
        a: 'a',
        b: 'b',
      });
    });

    test('names with spaces, quotes, newlines, letters of all kinds survive a capture and a restore', async () => {
      const { repository, disk, tree } = await open({ a: 'a' });
      const names = [
        'with space',
        'with\nnewline',
        '"quoted"',
        '-dash',
        ':(glob)*',
        'ünïcode/日本',
        '*star',
        'tab\there',
      ];
      const base = (await repository.commitEntry(await headOf(repository))).tree;
      const at = tree();
      await at.load(base);
      for (const odd of names) await disk.write(odd, odd);
      const captured = (await at.capture(await paths(at))).tree;
      expect(new Set(Object.keys(await filesOf(repository, captured)))).toEqual(new Set(['a', ...names]));
      await at.write(captured, base);
      expect(await disk.look('with\nnewline')).toBeNull();
      await at.write(base, captured);
      for (const odd of names) expect(await disk.look(odd)).toBe(odd);
      expect(await at.pending()).toEqual([]);
    });

    test('an index holds a tree only while that is what it was last brought to', async () => {
      const { repository, tree } = await open({ a: 'a' });
      const base = (await repository.commitEntry(await headOf(repository))).tree;
      const other = await edit(repository, base, { b: 'b' });
      const at = tree();
      expect(await at.holds(base)).toBe(false);
      await at.load(base);
      expect([await at.holds(base), await at.holds(other)]).toEqual([true, false]);
      await at.load(other);
      expect([await at.holds(base), await at.holds(other)]).toEqual([false, true]);
      expect(await seen(at)).toEqual(['deleted file b']);
    });

    test('write makes the files of the other tree, only where the two differ, and the index follows', async () => {
      const { repository, disk, tree } = await open({
        keep: 'keep',
        change: 'old',
        gone: 'gone',
        'dir/deep/gone': 'x',
      });
      const from = (await repository.commitEntry(await headOf(repository))).tree;
      const to = await edit(repository, from, {
        change: 'new',
        gone: null,
        'dir/deep/gone': null,
        'fresh/made': 'made',
      });
      const at = tree();
      await at.load(from);
      await disk.write('keep', 'mine, not in either tree');
      await disk.write('untracked', 'u');
      expect(await at.write(from, to)).toEqual({ skipped: [], unmade: [], stayed: [], unlike: [] });
      expect([
        await disk.look('change'),
        await disk.look('gone'),
        await disk.look('dir'),
        await disk.look('fresh/made'),
      ]).toEqual(['new', null, null, 'made']);
      expect([await disk.look('keep'), await disk.look('untracked')]).toEqual([
        'mine, not in either tree',
        'u',
      ]);
      expect(await at.holds(to)).toBe(true);
      expect(await seen(at)).toEqual(['modified file keep', 'added file untracked']);
    });

    test('write can be held to some paths', async () => {
      const { repository, disk, tree } = await open({ a: '1', 'b/c': '1', 'b/d': '1' });
      const from = (await repository.commitEntry(await headOf(repository))).tree;
      const to = await edit(repository, from, { a: '2', 'b/c': '2', 'b/d': null });
      const at = tree();
      await at.load(from);
      await at.write(from, to, [path('b')]);
      expect([await disk.look('a'), await disk.look('b/c'), await disk.look('b/d')]).toEqual([
        '1',
        '2',
        null,
      ]);
      expect(await at.holds(await edit(repository, from, { 'b/c': '2', 'b/d': null }))).toBe(true);
      expect(await at.pending()).toEqual([]);
    });

    test('a folder in the way of a file is never removed, and told', async () => {
      const { repository, disk, tree } = await open({ a: 'a' });
      const from = (await repository.commitEntry(await headOf(repository))).tree;
      const to = await edit(repository, from, { a: 'A', out: 'a file' });
      const at = tree();
      await at.load(from);
      await disk.write('out/precious', 'gigabytes');
      expect((await at.write(from, to)).skipped).toEqual([{ path: 'out', why: expect.any(String) }]);
      expect([await disk.look('out/precious'), await disk.look('a')]).toEqual(['gigabytes', 'A']);
    });

    test('a link in the place of a parent folder is not followed', async () => {
      const { repository, disk, tree } = await open({ 'd/x': 'x', 'd/y': 'y' });
      const from = (await repository.commitEntry(await headOf(repository))).tree;
      const to = await edit(repository, from, { 'd/x': 'new', 'd/y': null });
      const at = tree();
      await at.load(from);
      await disk.remove('d/x');
      await disk.remove('d/y');
      await disk.remove('d');
      await disk.write('elsewhere/x', 'not yours');
      await disk.write('elsewhere/y', 'not yours');
      await disk.link('d', 'elsewhere');
      const { skipped } = await at.write(from, to);
      expect(skipped.map((entry) => entry.path).toSorted()).toEqual(['d/x', 'd/y']);
      expect([await disk.look('elsewhere/x'), await disk.look('elsewhere/y'), await disk.look('d')]).toEqual([
        'not yours',
        'not yours',
        '-> elsewhere',
      ]);
    });

    test('links come back as links', async () => {
      const { repository, disk, tree } = await open({ a: 'a' });
      const from = (await repository.commitEntry(await headOf(repository))).tree;
      const at = tree();
      await at.load(from);
      await disk.link('l', 'a');
      const withLink = (await at.capture([path('l')])).tree;
      expect((await repository.entry(withLink, path('l')))?.mode).toBe('120000');
      await at.write(withLink, from);
      expect(await disk.look('l')).toBeNull();
      await at.write(from, withLink);
      expect(await disk.look('l')).toBe('-> a');
    });

    test('head tells commit and branch', async () => {
      const { repository, tree } = await open({ a: 'a' });
      expect(await tree().head()).toEqual({ commit: await headOf(repository), branch: 'refs/heads/main' });
      const empty = await open({});
      expect(await empty.tree().head()).toEqual({ commit: null, branch: 'refs/heads/main' });
    });

    test('uncommitted counts changed and untracked files against HEAD, whatever the private index holds', async () => {
      const { repository, disk, tree } = await open({ '.gitignore': 'out/\n', a: 'a', b: 'b' });
      const at = tree();
      await disk.write('a', 'A');
      await disk.write('b', 'B');
      await disk.write('A/new', 'new');
      await disk.write('out/x', 'x');
      await at.load(await headOf(repository));
      await at.capture(await paths(at));
      expect(await at.uncommitted()).toEqual(['a', 'b', 'A/new']);
    });

    test('what is ignored here is named by file, and by folder where a pattern means the folder', async () => {
      const { repository, disk, tree } = await open({ '.gitignore': 'out/\n*.log\n', a: 'a' });
      const at = tree();
      await at.load(await headOf(repository));
      for (const file of ['out/x', 'out/deep/y', 'd/only.log', 'top.log', 'seen'])
        await disk.write(file, file);
      expect(await at.ignoredHere()).toEqual(['d/only.log', 'out/', 'top.log']);
    });

    test('ignored names what git ignores, and never a tracked path', async () => {
      const { repository, disk } = await open({ '.gitignore': 'out/\n*.tmp\n', 'a.txt': 'a' });
      await disk.write('out/x', 'x');
      expect(
        await repository.ignored(repository.root, ['out/x', 'later.tmp', 'a.txt', 'b.txt'].map(path)),
      ).toEqual(['out/x', 'later.tmp']);
      expect(await repository.ignored(repository.root, [])).toEqual([]);
    });
  });
}
