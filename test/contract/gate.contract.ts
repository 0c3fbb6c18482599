import { describe, expect, test } from 'vitest';
import type { CommitId, TreeId } from '../../src/model/names/ids.ts';
import { file, folder, HOSTILE, link, storeTree, type RawEntry } from '../support/hostileTrees.ts';
import { AT, edit, headOf, path, type Fixture, type OpenFixture } from './repositoryFixture.ts';

/** What no disk and no index gets to see. */
export function gateContract(name: string, open: OpenFixture): void {
  const commitOf = (repository: Fixture['repository'], tree: TreeId): Promise<CommitId> =>
    repository.commit({ tree, parents: [], message: 'hostile\n', at: AT });
  const unsafe = async (act: Promise<unknown>): Promise<unknown> =>
    act.then(
      () => 'passed',
      (error: { code?: string; details?: { entries?: readonly unknown[] } }) =>
        error.code === 'data/unsafe-tree' ? error.details?.entries?.[0] : error,
    );

  describe(`${name}: hostile trees`, () => {
    test.each(Object.entries(HOSTILE))(
      '%s reaches no disk and no index, in whatever way, and is answered by a look',
      async (_title, [entries, hostilePath, why]) => {
        const { repository, tree, disk, diskAt, place, store } = await open({ a: 'a', keep: 'k' });
        const base = await headOf(repository);
        const sound = (await repository.commitEntry(base)).tree;
        // In a repository of longer ids the zeros are longer, too.
        const fit = (entry: RawEntry): RawEntry =>
          typeof entry.holds === 'object' && 'id' in entry.holds
            ? { ...entry, holds: { id: '0'.repeat(base.length) } }
            : entry;
        const hostile = (await storeTree(store, entries.map(fit))) as TreeId;
        const commit = await commitOf(repository, hostile);
        const told = { path: hostilePath, why };
        const at = tree();
        await at.load(base);
        const ways: readonly (() => Promise<unknown>)[] = [
          () => repository.refuseUnsafe(hostile),
          () => repository.addWorktree(place, commit),
          () => at.load(hostile),
          () => at.load(commit),
          () => at.write(sound, hostile),
          () => at.write(hostile, sound),
          () => at.write(sound, hostile, [path('a')]),
          () => at.reset(commit),
          () => repository.merge(sound, sound, hostile),
          () => repository.merge(sound, hostile, sound),
          () => repository.merge(hostile, sound, sound),
          () => repository.commitAsPerson({ parent: base, commits: [{ tree: hostile, message: 'm' }] }),
          () => repository.commitAsPerson({ parent: commit, commits: [{ tree: sound, message: 'm' }] }),
        ];
        for (const way of ways) expect(await unsafe(way())).toEqual(told);
        expect(await unsafe(repository.refuseUnsafe(commit))).toEqual(told);
        expect(await at.holds(sound)).toBe(true);
        expect(await at.pending()).toEqual([]);
        expect([await disk.look('a'), await disk.look('keep'), await diskAt(place).look('.')]).toEqual([
          'a',
          'k',
          null,
        ]);
        expect(await disk.look('../escaped.txt')).toBeNull();
        // Nothing is remembered wrongly: the sound one passes as before.
        expect(await repository.refuseUnsafe(base)).toBe(base);
      },
    );

    test('two sides that pass may merge to a tree that does not', async () => {
      const { repository, store } = await open({ a: 'a' });
      const base = (await repository.commitEntry(await headOf(repository))).tree;
      const linked = (await storeTree(store, [...(await kept(repository, base)), link('d', '..')])) as TreeId;
      const filled = await edit(repository, base, { 'D/escaped.txt': 'x' });
      expect(await unsafe(repository.merge(base, linked, filled))).toEqual({ path: 'D', why: 'beside-link' });
    });

    test('a few trees that repeat each other and name ten million files are neither written nor gone through', async () => {
      const { repository, tree, store } = await open({ a: 'a' });
      const base = await headOf(repository);
      let below = (await storeTree(store, [file('f')])) as TreeId;
      for (let level = 0; level < 7; level += 1)
        below = (await storeTree(
          store,
          Array.from({ length: 10 }, (_, n) => ({ mode: '40000', name: `d${n}`, holds: { id: below } })),
        )) as TreeId;
      const told = { path: '', why: 'too-many' };
      const began = performance.now();
      expect(await unsafe(tree().load(below))).toEqual(told);
      expect(await unsafe(repository.refuseUnsafe(below))).toEqual(told);
      expect(await unsafe(repository.list(below, ''))).toEqual(told);
      expect(await unsafe(repository.changes(base, below))).toEqual(told);
      // Going through five million of them took longer, and most of a gigabyte.
      expect(performance.now() - began).toBeLessThan(5_000);
    });

    test('two thousand folders that hold the same are listed and compared one by one', async () => {
      const { repository, store } = await open({ a: 'a' });
      const base = await headOf(repository);
      const same = (await storeTree(store, [file('f'), folder('d', file('g'))])) as TreeId;
      const names = Array.from({ length: 2000 }, (_, n) => `d${String(n).padStart(4, '0')}`);
      const many = (await storeTree(
        store,
        names.map((name) => ({ mode: '40000', name, holds: { id: same } })),
      )) as TreeId;
      const paths = names.flatMap((name) => [`${name}/d/g`, `${name}/f`]);
      expect((await repository.list(many, '')).map(({ path }) => path)).toEqual(paths);
      const changed = (await repository.changes(base, many)).map(({ kind, path }) => `${kind} ${path}`);
      expect(changed).toEqual(['deleted a', ...paths.map((path) => `added ${path}`)]);
    });

    test('a tree that passed is known; what came on top of it is looked at', async () => {
      const { repository, tree, store } = await open({ a: 'a', 'd/b': 'b' });
      const base = await headOf(repository);
      const at = tree();
      await at.load(base);
      const hostile = (await storeTree(store, [
        ...(await kept(repository, base)),
        folder('x', folder('.git', file('config'))),
      ])) as TreeId;
      expect(await unsafe(at.load(hostile))).toEqual({ path: 'x/.git', why: 'git' });
      expect(await unsafe(at.load(hostile))).toEqual({ path: 'x/.git', why: 'git' });
      await at.load(await edit(repository, base, { 'x/config': 'y' }));
    });

    test('modes that old tools wrote, odd names and files that fold to one are taken', async () => {
      const { repository, tree, diskAt, place, store } = await open({ a: 'a' });
      const old = (await storeTree(store, [
        file('A.txt'),
        file('a.txt'),
        file('back\\slash'),
        { mode: '040000', name: 'folder', holds: [file('b', 'x\n', '100664')] },
        file('git~2'),
      ])) as TreeId;
      const commit = await commitOf(repository, old);
      expect(await repository.refuseUnsafe(commit)).toBe(commit);
      await repository.addWorktree(place, commit);
      expect(await diskAt(place).look('folder/b')).toBe('x\n');
      const at = tree({ root: place });
      await at.load(commit);
      expect(await at.pending()).toEqual([]);
    });
  });
}

/** The entries at the top of a tree of files and folders of files, as they are. */
async function kept(repository: Fixture['repository'], at: TreeId | CommitId): Promise<readonly RawEntry[]> {
  const entries = await repository.list(at, '');
  const tops = [...new Set(entries.map((entry) => entry.path.split('/')[0] ?? ''))];
  return tops.map((top): RawEntry => {
    const below = entries.filter((entry) => entry.path.startsWith(`${top}/`));
    const whole = entries.find((entry) => entry.path === top);
    return whole === undefined
      ? folder(
          top,
          ...below.map((entry) => ({
            mode: entry.mode,
            name: entry.path.slice(top.length + 1),
            holds: { id: entry.blob },
          })),
        )
      : { mode: whole.mode, name: top, holds: { id: whole.blob } };
  });
}
