import type { Footing } from '../../src/model/capture/footing.ts';
import type { WorkingTree } from '../../src/session/ports.ts';
import { describe, expect, test } from 'vitest';
import type { RefName, SessionId } from '../../src/model/names/ids.ts';
import { edit, headOf, path, publish, type OpenFixture } from './repositoryFixture.ts';

/** Linked worktrees, and commits of the person. */
export function worktreeContract(name: string, open: OpenFixture): void {
  describe(`[M12, M34, M35, P18, S28] ${name}: linked worktrees`, () => {
    test('a worktree is made detached at a commit, settles on the next one, and goes', async () => {
      const { repository, tree, diskAt, place, disk } = await open({ a: 'a', 'd/b': 'b' });
      const base = await headOf(repository);
      await repository.addWorktree(place, base);
      const linked = diskAt(place);
      expect([await linked.look('a'), await linked.look('d/b')]).toEqual(['a', 'b']);
      const at = tree({ root: place });
      await at.load(base);
      expect([await at.head(), await at.pending(), await conditionOf(at)]).toEqual([
        { commit: base, branch: null },
        [],
        { busy: null, unmerged: [] },
      ]);

      await linked.write('a', 'A');
      const captured = (await at.capture([path('a')])).tree;
      const next = await publish(repository, 'refs/heads/cairn/s', base, 'next\n', captured);
      await at.reset(next);
      expect([await at.head(), await at.uncommitted(), await at.pending(), await at.holds(captured)]).toEqual(
        [{ commit: next, branch: null }, [], [], true],
      );
      expect(await disk.look('a')).toBe('a');
      const registered = { path: place, missing: false, isForeign: false, checkout: 'whole' };
      const found = async (): Promise<unknown> =>
        (await repository.linkedTrees()).filter((entry) => entry.path === place);
      expect(await found()).toEqual([{ ...registered, name: null }]);
      await repository.markWorktree(place, 's' as SessionId);
      expect(await found()).toEqual([{ ...registered, name: 's' }]);

      await repository.removeWorktree(place);
      expect(await linked.look('a')).toBeNull();
      expect(await repository.linkedTrees()).toEqual([]);
      await repository.addWorktree(place, base);
      expect(await found()).toEqual([{ ...registered, name: null }]);
      expect(await tree({ root: place }).head()).toEqual({ commit: base, branch: null });

      await repository.forgetWorktree(place);
      expect([await repository.linkedTrees(), await linked.look('a')]).toEqual([[], 'a']);
    });

    test('who stands on a branch is told, the main one too', async () => {
      const { repository, place } = await open({ a: 'a' });
      await repository.addWorktree(place, await headOf(repository));
      expect(await repository.standingOn('refs/heads/main' as RefName)).toEqual([repository.root]);
      expect(await repository.standingOn('refs/heads/mai' as RefName)).toEqual([]);
    });

    test('a place that holds something is not taken', async () => {
      const { repository, diskAt, place } = await open({ a: 'a' });
      await diskAt(place).write('mine', 'mine');
      await expect(repository.addWorktree(place, await headOf(repository))).rejects.toMatchObject({
        code: 'git/failed',
      });
      expect(await diskAt(place).look('mine')).toBe('mine');
    });

    test('commits of the person have their name on them, stand on each other and move no branch', async () => {
      const { repository } = await open({ a: 'a' });
      const base = await headOf(repository);
      const trees = [
        await edit(repository, base, { a: 'A', n: 'n' }),
        await edit(repository, base, { n: 'N' }),
      ];
      const commits = trees.map((tree, at) => ({ tree, message: `land it ${at}\n` }));
      const made = await repository.commitAsPerson({ parent: base, commits });
      if ('refused' in made) throw new Error(made.refused);
      for (const [at, commit] of made.commits.entries())
        expect(await repository.commitEntry(commit)).toMatchObject({
          tree: trees[at],
          parents: [at === 0 ? base : made.commits[at - 1]],
          by: 'Ada Test <ada@example.invalid>',
          message: `land it ${at}\n`,
        });
      expect(made.commits).toHaveLength(2);
      expect([await headOf(repository), await repository.linkedTrees()]).toEqual([base, []]);
      expect(await repository.identity()).toEqual({ name: 'Ada Test', email: 'ada@example.invalid' });
    });
  });
}

/** What is in progress in a working tree. */
async function conditionOf(at: WorkingTree): Promise<Pick<Footing, 'busy' | 'unmerged'>> {
  const { busy, unmerged } = await at.footing();
  return { busy, unmerged };
}
