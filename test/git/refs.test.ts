import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { CairnError } from '../../src/base/cairnError.ts';
import { openRepository } from '../../src/git/openRepository.ts';
import type { CommitId, RefName, Timestamp } from '../../src/model/names/ids.ts';
import type { Repository } from '../../src/session/ports.ts';
import { gitRepo, temporaryFolder } from '../support/gitRepo.ts';
import { openTestRepository } from '../support/openTestRepository.ts';
import { silentLog } from '../support/silentLog.ts';

const ref = (name: string): RefName => name as RefName;
const AT = '2026-11-20T10:01:22.000Z' as Timestamp;

async function chain(repository: Repository, base: CommitId, length: number): Promise<CommitId[]> {
  const { tree } = await repository.commitEntry(base);
  const commits: CommitId[] = [];
  for (let at = 0; at < length; at += 1) {
    commits.push(
      await repository.commit({ tree, parents: [commits.at(-1) ?? base], message: `commit ${at}\n`, at: AT }),
    );
  }
  return commits;
}

/** Removes a loose object, as a power loss may. */
async function lose(repository: Repository, id: string): Promise<void> {
  await rm(join(repository.commonDir, 'objects', id.slice(0, 2), id.slice(2)), { force: true });
}

describe('refs', () => {
  test('one whose commit has a date that is none is listed, and so is its history', async () => {
    const repo = await gitRepo({ a: 'a' });
    const { repository, head } = await openTestRepository(repo);
    const base = await head();
    const { tree } = await repository.commitEntry(base);
    const dates = ['9000000000000', '99999999999', '18446744073709551615', '253402300800'];
    for (const [at, date] of dates.entries()) {
      const name = ref(`refs/remotes/origin/cairn/${at}`);
      const raw = `tree ${tree}\nparent ${base}\nauthor A <a@b> ${date} +0000\ncommitter A <a@b> ${date} +0000\n\nx\n`;
      const odd = await repo.gitWithInput(raw, 'hash-object', '-t', 'commit', '-w', '--literally', '--stdin');
      await repo.git('update-ref', name, odd);
      const above = await repository.commit({ tree, parents: [odd as CommitId], message: 'y\n', at: AT });
      expect(await repository.refs([name])).toMatchObject([{ name, commit: odd, message: 'x\n' }]);
      expect((await repository.history(above, { limit: 3 })).map(({ commit }) => commit)).toEqual([
        above,
        odd,
        base,
      ]);
      expect((await repository.commitEntry(odd as CommitId)).at).toMatch(/^\d{4}-/);
    }
  });

  test('commits of more than can be listed are told as lost, the longest of the remotes first, and what is asked beside them is answered', async () => {
    const repo = await gitRepo({ a: 'a' });
    const { repository, head } = await openTestRepository(repo);
    const base = await head();
    const { tree } = await repository.commitEntry(base);
    const commit = (bytes: number): Promise<CommitId> =>
      repository.commit({ tree, parents: [base], message: `${'x'.repeat(bytes)}\n`, at: AT });
    const [here, long, endless] = [await commit(2_000_000), await commit(1_900_000), await commit(2_100_000)];
    const on = (name: string, at: CommitId): Promise<string> => repo.git('update-ref', name, at);
    const list = async (): Promise<readonly string[]> => {
      const lost: string[] = [];
      const found = await repository.refs(['refs/heads/cairn/', 'refs/remotes/'], ({ name }) =>
        lost.push(`${name} lost`),
      );
      return [...found.map(({ name }) => name), ...lost].map((name) => name.replace('refs/remotes/', ''));
    };
    await on('refs/heads/cairn/here', here);
    await on('refs/remotes/endless', endless);
    await on('refs/remotes/short', base);
    expect(await list()).toEqual(['refs/heads/cairn/here', 'short', 'endless lost']);
    for (let n = 1; n <= 9; n += 1) await on(`refs/remotes/long/${n}`, long);
    const within = ['refs/heads/cairn/here', ...[1, 2, 3, 4, 5, 6, 7].map((n) => `long/${n}`), 'short'];
    const beyond = ['endless lost', 'long/8 lost', 'long/9 lost'];
    expect([await list(), await list()]).toEqual([
      [...within, ...beyond],
      [...within, ...beyond],
    ]);
    const beside = await Promise.all([
      repository.commitEntry(endless).catch(({ code }: CairnError) => code),
      repository.commitEntry(base).then(({ message }) => message),
      repository.commitEntry(endless).catch(({ code }: CairnError) => code),
      repository.commitEntry(base).then(({ message }) => message),
    ]);
    expect(beside).toEqual(['data/missing-object', 'first\n', 'data/missing-object', 'first\n']);
  });

  test('of ten that move a ref at once exactly one wins', async () => {
    const repo = await gitRepo({ a: 'a' });
    const { repository, head } = await openTestRepository(repo);
    const base = await head();
    const { tree } = await repository.commitEntry(base);
    const commits = await Promise.all(
      Array.from({ length: 10 }, (_value, at) =>
        repository.commit({ tree, parents: [base], message: `${at}\n`, at: AT }),
      ),
    );
    const won = await Promise.all(
      commits.map((to) => repository.moveRef(ref('refs/heads/cairn/x'), { from: null, to, why: 'race' })),
    );
    expect(won.filter(Boolean)).toEqual([true]);
    expect(await repository.tip(ref('refs/heads/cairn/x'))).toBe(commits[won.indexOf(true)]);
  });

  test('a lock held for a moment is waited for; one that stays is told, and stays', async () => {
    const repo = await gitRepo({ a: 'a' });
    const { repository, head } = await openTestRepository(repo);
    const lock = join(repository.commonDir, 'refs/heads/cairn/x.lock');
    await mkdir(dirname(lock), { recursive: true });
    await writeFile(lock, '');
    const move = (): Promise<boolean> =>
      head().then((to) => repository.moveRef(ref('refs/heads/cairn/x'), { from: null, to, why: 'test' }));
    await expect(move()).rejects.toMatchObject({
      code: 'git/locked',
      details: { lock },
    });
    expect(await readdir(dirname(lock))).toEqual(['x.lock']);
    const waiting = move();
    setTimeout(() => void rm(lock), 300);
    expect(await waiting).toBe(true);
  });

  test('a move that drops another ref is done where that one is locked, or git fails once it has moved', async () => {
    const repo = await gitRepo({ a: 'a' });
    const { repository, head } = await openTestRepository(repo);
    const [from, name, queued] = [await head(), ref('refs/heads/cairn/x'), ref('refs/cairn/x/queued/p')];
    const { tree } = await repository.commitEntry(from);
    const to = await repository.commit({ tree, parents: [from], message: 'next\n', at: AT });
    const move = async (by: typeof repository): Promise<unknown> => {
      for (const one of [name, queued]) await repo.git('update-ref', one, from);
      const moved = await by.moveRef(name, { from, to, why: 'test', drops: { ref: queued, from } });
      return [moved, await repository.tip(name), await repository.tip(queued)];
    };
    for (const lock of [`${queued}.lock`, 'packed-refs.lock']) {
      const at = join(repository.commonDir, lock);
      await mkdir(dirname(at), { recursive: true });
      const locked = move({
        ...repository,
        moveRef: (...of) => writeFile(at, '').then(() => repository.moveRef(...of)),
      });
      expect(await locked, lock).toEqual([true, to, from]);
      await rm(at);
    }
    const program = join(await temporaryFolder(), 'git');
    await writeFile(program, `#!/bin/sh\ngit "$@" || exit\ncase "$*" in *update-ref*) exit 128 ;; esac\n`);
    await chmod(program, 0o755);
    const failing = await openRepository(repo.root, { log: silentLog, env: repo.env, git: program });
    onTestFinished(() => failing.dispose());
    expect(await move(failing)).toEqual([true, to, null]);
  });

  test('a ref never points at what is not there, and is not made where another is in its way', async () => {
    const repo = await gitRepo({ a: 'a' });
    const { repository, head } = await openTestRepository(repo);
    const nowhere = '7'.repeat(40) as CommitId;
    await expect(
      repository.moveRef(ref('refs/heads/x'), { from: null, to: nowhere, why: 'test' }),
    ).rejects.toMatchObject({ code: 'data/missing-object' });
    const inTheWay = { from: null, to: await head(), why: 'test' } as const;
    await repo.git('update-ref', "refs/it's/deep/er", 'HEAD');
    for (const packed of [false, true]) {
      if (packed) await repo.git('pack-refs', '--all');
      for (const [name, other] of [
        ['refs/heads/main/x', 'refs/heads/main'],
        ["refs/it's/deep", "refs/it's/deep/er"],
        ["refs/it's/deep/er/x/y", "refs/it's/deep/er"],
      ] as const)
        await expect(repository.moveRef(ref(name), inTheWay)).rejects.toMatchObject({
          code: 'repo/ref-in-the-way',
          details: { ref: name, other },
        });
    }
  });

  test('a ref is found by its whole name only', async () => {
    const repo = await gitRepo({ a: 'a' });
    await repo.git('tag', 'refs/heads/cairn/x');
    await repo.git('branch', 'cairn/y/deeper');
    const { repository } = await openTestRepository(repo);
    expect([
      await repository.tip(ref('refs/heads/cairn/x')),
      await repository.tip(ref('refs/heads/cairn/y')),
    ]).toEqual([null, null]);
  });

  test('a ref that was torn is told by name, and hides no other', async () => {
    const repo = await gitRepo({ a: 'a' });
    await repo.git('branch', 'cairn/whole');
    await repo.git('branch', 'cairn/torn');
    const { repository, head } = await openTestRepository(repo);
    await writeFile(join(repository.commonDir, 'refs/heads/cairn/torn'), '');
    await expect(repository.tip(ref('refs/heads/cairn/torn'))).rejects.toMatchObject({
      code: 'data/missing-object',
      details: { object: 'refs/heads/cairn/torn' },
    });
    expect((await repository.refs(['refs/heads/cairn'])).map((found) => found.name)).toEqual([
      'refs/heads/cairn/whole',
    ]);
    expect(await repository.tip(ref('refs/heads/cairn/whole'))).toBe(await head());
  });

  test('a ref whose commit is missing hides no other', async () => {
    const repo = await gitRepo({ a: 'a' });
    const { repository, head } = await openTestRepository(repo);
    const [lost] = await chain(repository, await head(), 1);
    await repository.moveRef(ref('refs/heads/cairn/lost'), { from: null, to: lost!, why: 'test' });
    await repository.moveRef(ref('refs/heads/cairn/whole'), { from: null, to: await head(), why: 'test' });
    await lose(repository, lost!);
    const again = await openTestRepository(repo);
    expect((await again.repository.refs(['refs/heads/cairn'])).map((found) => found.name)).toEqual([
      'refs/heads/cairn/whole',
    ]);
  });

  test('packed and loose refs are the same, and messages keep their bytes', async () => {
    const repo = await gitRepo({ a: 'a' });
    const { repository, head } = await openTestRepository(repo);
    const base = await head();
    const message = 'subject with % and "quotes"\n\n  indented\n\ttab\n\n# no comment\n\nCairn-Seq: 1\n\n\n';
    const commit = await repository.commit({
      tree: (await repository.commitEntry(base)).tree,
      parents: [base],
      message,
      at: AT,
    });
    await repository.moveRef(ref('refs/heads/cairn/x'), {
      from: null,
      to: commit,
      why: 'test\nwith a newline',
    });
    const loose = await repository.refs(['refs/heads/cairn']);
    await repo.git('pack-refs', '--all');
    expect(await repository.refs(['refs/heads/cairn'])).toEqual(loose);
    const texts = [
      loose[0]?.message,
      (await repository.history(commit, { limit: 1 }))[0]?.message,
      (await repository.commitEntry(commit)).message,
    ];
    expect(texts).toEqual([message, message, message]);
    expect(await repo.git('fsck', '--strict', '--no-dangling')).toBe('');
  });
});

describe('history', () => {
  test('a chain with a hole is told with the id that is missing', async () => {
    const repo = await gitRepo({ a: 'a' });
    const { repository, head } = await openTestRepository(repo);
    const commits = await chain(repository, await head(), 3);
    await lose(repository, commits[1]!);
    const again = await openTestRepository(repo);
    await expect(again.repository.history(commits[2]!)).rejects.toMatchObject({
      code: 'data/missing-object',
      details: { object: commits[1] },
    });
    expect((await again.repository.commitEntry(commits[2]!)).parents).toEqual([commits[1]]);
    await expect(again.repository.commitEntry(commits[1]!)).rejects.toMatchObject({
      code: 'data/missing-object',
      details: { object: commits[1] },
    });
  });

  test('a clone of depth one has a history of one', async () => {
    const repo = await gitRepo({ a: 'a' });
    await repo.commit('second');
    await repo.git('clone', '-q', '--depth=1', `file://${repo.root}`, '../shallow');
    const { repository, head } = await openTestRepository(repo, { folder: join(repo.root, '../shallow') });
    expect((await repository.history(await head())).map((entry) => entry.message)).toEqual(['second\n']);
  });
});
