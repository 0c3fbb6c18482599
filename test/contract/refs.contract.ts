import { describe, expect, test } from 'vitest';
import type { CommitId, RefName, Timestamp } from '../../src/model/names/ids.ts';
import { AT, edit, headOf, nowhere, publish, ref, type OpenFixture } from './repositoryFixture.ts';

/** Refs, their compare-and-swap, history and names. */
export function refsContract(name: string, open: OpenFixture): void {
  describe(`[M12, M34, M35, P18, S28] ${name}: refs and history`, () => {
    test('[L21] a ref moves only from where the caller saw it', async () => {
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

    test('what is dropped with a move goes with it, and holds up nothing where it is elsewhere by then', async () => {
      const { repository } = await open({ a: 'a' });
      const [name, queued] = [ref('refs/heads/cairn/x'), ref('refs/cairn/x/queued/p')];
      const base = await headOf(repository);
      const one = await publish(repository, name, base, 'one\n');
      const two = await publish(repository, ref('refs/heads/cairn/y'), base, 'two\n');
      const move = (from: CommitId, to: CommitId, dropped: CommitId): Promise<boolean> =>
        repository.moveRef(name, { from, to, why: 'test', drops: { ref: queued, from: dropped } });
      const are = () => Promise.all([name, queued].map((one) => repository.tip(one)));
      await repository.moveRef(queued, { from: null, to: one, why: 'test' });
      // Somebody was faster.
      expect([await move(base, two, one), await are()]).toEqual([false, [one, one]]);
      expect([await move(one, two, base), await are()]).toEqual([true, [two, one]]);
      expect([await move(two, base, one), await are()]).toEqual([true, [base, null]]);
      expect([await move(base, one, one), await are()]).toEqual([true, [one, null]]);
      expect(await repository.glance(queued)).toBe(null);
    });

    test('[M19] the latest is what the ref names, whatever the clocks said, and there is none before there is a ref', async () => {
      const { repository } = await open({ a: 'a' });
      const name = ref('refs/heads/cairn/x');
      expect(await repository.tip(name)).toBeNull();
      const base = await headOf(repository);
      const { tree } = await repository.commitEntry(base);
      const days = ['2026-11-20', '2026-11-22', '2026-11-18', '2026-11-21', '2026-11-18'];
      let tip = base;
      for (const [n, day] of days.entries()) {
        const at = `${day}T10:00:00.000Z` as Timestamp;
        const commit = await repository.commit({ tree, parents: [tip], message: `${n}\n`, at });
        await repository.moveRef(name, { from: n === 0 ? null : tip, to: commit, why: 'test' });
        tip = commit;
        expect([await repository.tip(name), await repository.glance(name)]).toEqual([commit, commit]);
      }
      const found = await repository.history(tip, { until: base });
      expect(found.map(({ message }) => message)).toEqual(['4\n', '3\n', '2\n', '1\n', '0\n']);
      expect((await repository.refs(['refs/heads/cairn/']))[0]).toMatchObject({ name, commit: tip });
    });

    test('how a branch came to be where it is, is told in order, until it goes', async () => {
      const { repository } = await open({ a: 'a' });
      const name = ref('refs/heads/cairn/x');
      expect(await repository.moves(name)).toEqual([]);
      const base = await headOf(repository);
      const one = await publish(repository, 'refs/heads/cairn/y', base, 'one\n');
      const move = (from: CommitId | null, to: CommitId | null, why: string): Promise<boolean> =>
        repository.moveRef(name, { from, to, why });
      await move(null, base, 'cairn: opened');
      await move(one, base, 'lost the race');
      await move(base, one, 'cairn:\tphase\n');
      expect(await repository.moves(name)).toEqual([
        { to: base, why: 'cairn: opened' },
        { to: one, why: expect.stringMatching(/^cairn:\s+phase\s*$/) as string },
      ]);
      await move(one, null, 'gone');
      expect(await repository.moves(name)).toEqual([]);
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

    test('what a history brings beyond another: each content once, of merged commits too, but not what a remote has', async () => {
      const { repository } = await open({ a: '1', b: 'b' });
      const base = await headOf(repository);
      const commit = async (
        from: CommitId,
        files: Readonly<Record<string, string | null>>,
        ...parents: readonly CommitId[]
      ): Promise<CommitId> =>
        repository.commit({
          tree: await edit(repository, from, files),
          parents: [from, ...parents],
          message: 'x\n',
          at: AT,
        });
      const one = await commit(base, { a: '22', 'd/e f': '333' });
      const two = await commit(one, { 'd/e f': null, b: 'b' });
      const side = await commit(base, { ü: '4444' });
      const upstream = await commit(base, { far: '55555' });
      const head = await commit(two, { ü: '4444', far: '55555' }, side, upstream);
      const said = async (since: CommitId): Promise<readonly string[]> =>
        (await repository.brought(head, since)).map(({ path: at, bytes }) => `${at} ${bytes}`).toSorted();
      expect(await said(base)).toEqual(['a 2', 'd/e f 3', 'far 5', 'ü 4']);
      expect(await said(two)).toEqual(['far 5', 'ü 4']);
      expect(await said(head)).toEqual([]);
      const remote = 'refs/remotes/origin/main' as RefName;
      await repository.moveRef(remote, { from: null, to: upstream, why: 'fetched' });
      expect(await said(two)).toEqual(['ü 4']);
    });

    test('what commits added is told in bytes, nothing of it twice, and not where it cannot be known', async () => {
      const { repository } = await open({ a: 'x'.repeat(50_000) });
      const base = await headOf(repository);
      const noise = Array.from({ length: 20_000 }, (_, n) => String.fromCodePoint(33 + ((n * n * 31) % 89)));
      const on = async (parent: CommitId, files: Readonly<Record<string, string>>): Promise<CommitId> =>
        repository.commit({
          tree: await edit(repository, parent, files),
          parents: [parent],
          message: 'x\n',
          at: AT,
        });
      const one = await on(base, { big: noise.join('') });
      const two = await on(one, { small: 's' });
      const [first, both, other] = [
        await repository.addedBytes([one], [base]),
        await repository.addedBytes([two, one], [base]),
        await repository.addedBytes([two], [base, one]),
      ];
      expect(first).toBeGreaterThan(200);
      expect(other).toBeGreaterThan(0);
      expect(both).toBe((first ?? 0) + (other ?? 0));
      expect(await repository.addedBytes([one], [one])).toBe(0);
      expect(await repository.addedBytes([one], [await nowhere(repository)])).toBeNull();
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
}
