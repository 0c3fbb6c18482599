import { describe, expect, test } from 'vitest';
import type { BlobId, CommitId, RefName, RepoPath, Timestamp, TreeId } from '../../src/model/ids.ts';
import type { Mode, Repository, WorkingTree } from '../../src/session/ports.ts';

/** The files of one working tree, whatever they are kept on. */
export interface Disk {
  write(path: string, text: string): Promise<void>;
  link(path: string, target: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Contents, `-> target` of a link, `/` of a folder, null where nothing is. */
  look(path: string): Promise<string | null>;
}

export interface Fixture {
  readonly repository: Repository;
  readonly disk: Disk;
  /** A private index of its own for each call. */
  tree(options?: { readonly root?: string; readonly always?: readonly string[] }): WorkingTree;
  diskAt(root: string): Disk;
  /** Where a linked worktree may be made. */
  readonly place: string;
}

export type OpenFixture = (files: Readonly<Record<string, string>>) => Promise<Fixture>;

const AT = '2026-11-20T10:01:22.000Z' as Timestamp;
const path = (text: string): RepoPath => text as RepoPath;
const ref = (text: string): RefName => text as RefName;

const text = (bytes: Uint8Array | null): string | null =>
  bytes === null ? null : Buffer.from(bytes).toString('utf8');

async function edit(
  repository: Repository,
  base: TreeId | CommitId | null,
  files: Readonly<Record<string, string | null>>,
): Promise<TreeId> {
  const edits = new Map<RepoPath, { blob: BlobId; mode: Mode } | null>();
  for (const [name, content] of Object.entries(files)) {
    edits.set(
      path(name),
      content === null ? null : { blob: await repository.writeBlob(Buffer.from(content)), mode: '100644' },
    );
  }
  return repository.compose(base, edits);
}

async function filesOf(
  repository: Repository,
  at: TreeId | CommitId,
): Promise<Record<string, string | null>> {
  const entries = await repository.list(at, '');
  return Object.fromEntries(
    await Promise.all(
      entries.map(async (entry) => [entry.path, text(await repository.readBlob(entry.blob))]),
    ),
  );
}

/** The id of something that is not there, as long as this repository's ids are. */
async function nowhere(repository: Repository): Promise<CommitId & BlobId> {
  return (await headOf(repository)).replaceAll(/./g, '7') as CommitId & BlobId;
}

async function headOf(repository: Repository): Promise<CommitId> {
  const found = await repository.resolve('HEAD');
  if (found === null) throw new Error('no commit');
  return found;
}

/** A commit on top of `parent`, published on `name`. */
async function publish(
  repository: Repository,
  name: string,
  parent: CommitId,
  message: string,
  tree?: TreeId,
): Promise<CommitId> {
  const from = await repository.tip(ref(name));
  const commit = await repository.commit({
    tree: tree ?? (await repository.commitEntry(parent)).tree,
    parents: [parent],
    message,
    at: AT,
  });
  expect(await repository.moveRef(ref(name), { from, to: commit, why: 'test' })).toBe(true);
  return commit;
}

/** What every repository of the port does, the real one and its twin. */
export function repositoryContract(name: string, open: OpenFixture): void {
  describe(`${name}: objects`, () => {
    test('what is stored is read back, bytes for bytes', async () => {
      const { repository } = await open({ 'a.txt': 'a\n' });
      const bytes = Buffer.from([0, 1, 2, 255, 10, 13, 10]);
      const blob = await repository.writeBlob(bytes);
      expect(Buffer.from(await repository.readBlob(blob))).toEqual(bytes);
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

  describe(`${name}: refs and history`, () => {
    test('a ref moves only from where the caller saw it', async () => {
      const { repository } = await open({ a: 'a' });
      const base = await headOf(repository);
      const one = await publish(repository, 'refs/heads/cairn/x', base, 'one\n');
      const move = (from: CommitId | null, to: CommitId | null): Promise<boolean> =>
        repository.moveRef(ref('refs/heads/cairn/x'), { from, to, why: 'test' });
      expect([
        await move(null, base),
        await move(base, one),
        await repository.tip(ref('refs/heads/cairn/x')),
      ]).toEqual([false, false, one]);
      expect([
        await move(base, null),
        await move(one, null),
        await repository.tip(ref('refs/heads/cairn/x')),
      ]).toEqual([false, true, null]);
      expect(await move(one, base)).toBe(false);
    });

    test('refs are listed by pattern with the messages of their commits', async () => {
      const { repository } = await open({ a: 'a' });
      const base = await headOf(repository);
      const one = await publish(repository, 'refs/heads/cairn/one', base, 'cairn: one\n\nCairn-Seq: 1\n');
      const two = await publish(repository, 'refs/cairn/two/rescue/1', base, 'two\n');
      await publish(repository, 'refs/heads/other', base, 'other\n');
      const by = 'Cairn <cairn@localhost>';
      expect(await repository.refs(['refs/heads/cairn', 'refs/cairn/two'])).toEqual([
        { name: 'refs/cairn/two/rescue/1', commit: two, at: AT, by, message: 'two\n' },
        { name: 'refs/heads/cairn/one', commit: one, at: AT, by, message: 'cairn: one\n\nCairn-Seq: 1\n' },
      ]);
      expect((await repository.refs(['refs/cairn/*/rescue/*'])).map((found) => found.commit)).toEqual([two]);
      expect(await repository.refs(['refs/heads/nothing'])).toEqual([]);
    });

    test('history follows first parents, newest first, and stops where it is told', async () => {
      const { repository } = await open({ a: 'a' });
      const base = await headOf(repository);
      const { tree } = await repository.commitEntry(base);
      const one = await repository.commit({ tree, parents: [base], message: 'one\n', at: AT });
      const side = await repository.commit({
        tree,
        parents: [base],
        message: 'side\n\nof an agent\n',
        at: AT,
      });
      const two = await repository.commit({ tree, parents: [one, side], message: 'two\n', at: AT });
      const all = await repository.history(two);
      expect(all.map((entry) => entry.message)).toEqual(['two\n', 'one\n', 'first\n']);
      expect(all[0]).toEqual(await repository.commitEntry(two));
      expect((await repository.history(two, { until: base })).map((entry) => entry.commit)).toEqual([
        two,
        one,
      ]);
      expect((await repository.history(two, { limit: 1 })).map((entry) => entry.commit)).toEqual([two]);
      expect([
        await repository.isAncestor(side, two),
        await repository.isAncestor(two, side),
        await repository.isAncestor(two, two),
      ]).toEqual([true, false, true]);
    });

    test('a commit that is not there is said so, not guessed around', async () => {
      const { repository } = await open({ a: 'a' });
      await expect(repository.history(await nowhere(repository))).rejects.toMatchObject({
        code: 'data/missing-object',
      });
      await expect(repository.commitEntry(await nowhere(repository))).rejects.toMatchObject({
        code: 'data/missing-object',
      });
      expect(await repository.resolve('no-such-thing')).toBeNull();
    });

    test('a revision is resolved to a commit', async () => {
      const { repository } = await open({ a: 'a' });
      const base = await headOf(repository);
      expect([await repository.resolve('main'), await repository.resolve(base)]).toEqual([base, base]);
    });

    test('a branch name that git refuses or that is in the way of another is told before anything is written', async () => {
      const { repository } = await open({ a: 'a' });
      expect(await repository.whyNotBranch('cairn/20261120-add-login-7f3k')).toBeNull();
      for (const bad of ['cairn/..', '-x', 'a b', 'x.lock', 'main/sub', ''])
        expect(await repository.whyNotBranch(bad), bad).toEqual(expect.any(String));
      await publish(repository, 'refs/heads/cairn/deep/er', await headOf(repository), 'x\n');
      expect(await repository.whyNotBranch('cairn/deep')).toEqual(expect.stringContaining('cairn/deep/er'));
    });
  });

  workingTreeContract(name, open);
  worktreeContract(name, open);
}

function workingTreeContract(name: string, open: OpenFixture): void {
  const seen = async (tree: WorkingTree): Promise<readonly string[]> =>
    (await tree.pending()).map((entry) => `${entry.change} ${entry.kind} ${entry.path}`);
  const paths = async (tree: WorkingTree): Promise<readonly RepoPath[]> =>
    (await tree.pending()).map((entry) => entry.path);

  describe(`${name}: working tree`, () => {
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

    test('[A16] everything below an always folder is pending, ignored or not, and captured', async () => {
      const { repository, disk, tree } = await open({ '.gitignore': '*.log\n.cairn/\n', a: 'a' });
      const at = tree({ always: ['.cairn/sessions/s'] });
      await at.load(await headOf(repository));
      await disk.write('.cairn/sessions/s/01-x/out.log', 'log');
      await disk.write('.cairn/other', 'ignored');
      await disk.write('top.log', 'ignored');
      expect(await seen(at)).toEqual(['added file .cairn/sessions/s/01-x/out.log']);
      const captured = await at.capture(await paths(at));
      expect(text(await repository.read(captured, path('.cairn/sessions/s/01-x/out.log')))).toBe('log');
      expect(await at.pending()).toEqual([]);
      await disk.write('.cairn/sessions/s/01-x/out.log', 'more log');
      expect(await seen(at)).toEqual(['modified file .cairn/sessions/s/01-x/out.log']);
    });

    test('capture takes exactly the paths it is given, and the answer is what the index then holds', async () => {
      const { repository, disk, tree } = await open({ a: 'a', b: 'b', c: 'c' });
      const at = tree();
      await at.load(await headOf(repository));
      await disk.write('a', 'A');
      await disk.remove('b');
      await disk.write('c', 'C');
      await disk.write('new', 'new');
      const captured = await at.capture(['a', 'b', 'new'].map(path));
      expect(await filesOf(repository, captured)).toEqual({ a: 'A', c: 'c', new: 'new' });
      expect(await at.holds(captured)).toBe(true);
      expect(await seen(at)).toEqual(['modified file c']);
      expect(await at.capture([])).toBe(captured);
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
      expect(await filesOf(repository, await at.capture(await paths(at)))).toEqual({
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
      expect(await filesOf(repository, await at.capture(['gone/away', 'b', 'gone'].map(path)))).toEqual({
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
      const captured = await at.capture(await paths(at));
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

    test('[C1 C6] write makes the files of the other tree, only where the two differ, and the index follows', async () => {
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
      expect(await at.write(from, to)).toEqual({ skipped: [] });
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
      const withLink = await at.capture([path('l')]);
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
      await disk.write('n/ew', 'new');
      await disk.write('out/x', 'x');
      await at.load(await headOf(repository));
      await at.capture(await paths(at));
      expect(await at.uncommitted()).toEqual(['a', 'n/ew']);
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

function worktreeContract(name: string, open: OpenFixture): void {
  describe(`${name}: linked worktrees`, () => {
    test('a worktree is made detached at a commit, settles on the next one, and goes', async () => {
      const { repository, tree, diskAt, place, disk } = await open({ a: 'a', 'd/b': 'b' });
      const base = await headOf(repository);
      await repository.addWorktree(place, base);
      const linked = diskAt(place);
      expect([await linked.look('a'), await linked.look('d/b')]).toEqual(['a', 'b']);
      const at = tree({ root: place });
      await at.load(base);
      expect([await at.head(), await at.pending(), await at.condition()]).toEqual([
        { commit: base, branch: null },
        [],
        { busy: null, unmerged: [] },
      ]);

      await linked.write('a', 'A');
      const captured = await at.capture([path('a')]);
      const next = await publish(repository, 'refs/heads/cairn/s', base, 'next\n', captured);
      await at.settle(next);
      expect([await at.head(), await at.uncommitted(), await at.pending(), await at.holds(captured)]).toEqual(
        [{ commit: next, branch: null }, [], [], true],
      );
      expect(await disk.look('a')).toBe('a');
      expect((await repository.worktrees()).filter((entry) => entry.path === place)).toEqual([
        { path: place, head: next, branch: null, missing: false },
      ]);

      await repository.removeWorktree(place);
      expect(await linked.look('a')).toBeNull();
      expect((await repository.worktrees()).map((entry) => entry.path)).toEqual([repository.root]);
    });

    test('a place that holds something is not taken', async () => {
      const { repository, diskAt, place } = await open({ a: 'a' });
      await diskAt(place).write('mine', 'mine');
      await expect(repository.addWorktree(place, await headOf(repository))).rejects.toMatchObject({
        code: 'git/failed',
      });
      expect(await diskAt(place).look('mine')).toBe('mine');
    });

    test('a commit of the person has their name on it and moves no branch', async () => {
      const { repository } = await open({ a: 'a' });
      const base = await headOf(repository);
      const tree = await edit(repository, base, { a: 'A', n: 'n' });
      const made = await repository.commitAsPerson({ tree, parent: base, message: 'land it\n' });
      if ('refused' in made) throw new Error(made.refused);
      expect(await repository.commitEntry(made.commit)).toMatchObject({
        tree,
        parents: [base],
        by: 'Ada Test <ada@example.invalid>',
        message: 'land it\n',
      });
      expect([await headOf(repository), (await repository.worktrees()).length]).toEqual([base, 1]);
      expect(await repository.identity()).toEqual({ name: 'Ada Test', email: 'ada@example.invalid' });
    });
  });
}
