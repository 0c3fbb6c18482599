import type { Footing } from '../../src/model/capture/footing.ts';
import type { WorkingTree, Repository } from '../../src/session/ports.ts';
import { rmSync } from 'node:fs';
import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CommitId, RepoPath, Timestamp, TreeId } from '../../src/model/names/ids.ts';
import { gitRepo, openGitRepo } from '../support/gitRepo.ts';
import { underLock } from '../../src/git/workingTree/indexLock.ts';
import { captureAll, openTestRepository, seen } from '../support/openTestRepository.ts';
import { THOROUGH } from '../support/thorough.ts';

const AT = '2026-11-20T10:01:22.000Z' as Timestamp;
const path = (text: string): RepoPath => text as RepoPath;

async function commitOf(repository: Repository, tree: TreeId, parent: CommitId): Promise<CommitId> {
  return repository.commit({ tree, parents: [parent], message: 'next\n', at: AT });
}

describe('settling', () => {
  async function linked() {
    const repo = await gitRepo({ a: 'a', b: 'b', 'd/c': 'c' });
    const opened = await openTestRepository(repo);
    const place = join(repo.root, '../one');
    const base = await opened.head();
    await opened.repository.addWorktree(place, base);
    const at = opened.tree({ root: place });
    await at.load(base);
    return { ...opened, repo, base, at, there: openGitRepo(place), place };
  }

  test('what an agent sees afterwards is a clean tree at the checkpoint, on no branch; what it had staged is no longer', async () => {
    const { repository, at, there, base } = await linked();
    await there.write('a', 'A');
    await there.git('add', 'a');
    await there.write('new', 'new');
    const commit = await commitOf(repository, await captureAll(at), base);
    await at.reset(commit);
    expect([await there.git('status', '--porcelain'), await there.git('rev-parse', 'HEAD')]).toEqual([
      '',
      commit,
    ]);
    await expect(there.git('symbolic-ref', 'HEAD')).rejects.toThrow();
    await there.git('fsck', '--no-dangling');
    expect(await there.git('write-tree')).toBe(await there.git('rev-parse', 'HEAD^{tree}'));
  });

  test('HEAD moves last: where it is at the checkpoint, the index is, too, and nothing is left locked', async () => {
    const { repository, at, there, base } = await linked();
    await there.write('a', 'A');
    const commit = await commitOf(repository, await captureAll(at), base);
    const lock = join(await there.git('rev-parse', '--absolute-git-dir'), 'index.lock');
    await writeFile(lock, 'of a process that died');
    await expect(at.reset(commit)).rejects.toMatchObject({ code: 'git/locked' });
    expect((await at.head()).commit).toBe(base);
    await rm(lock);
    await at.reset(commit);
    expect([(await at.head()).commit, await there.git('status', '--porcelain')]).toEqual([commit, '']);
  });

  test('a branch that the agent checked out stays where it is', async () => {
    const { repository, at, there, base, repo } = await linked();
    await there.git('checkout', '-q', '-b', 'mine');
    await there.write('a', 'A');
    await at.reset(await commitOf(repository, await captureAll(at), base));
    expect([await repo.git('rev-parse', 'mine'), (await at.head()).branch]).toEqual([base, null]);
  });

  test(
    'a change in the same tick as the capture, of the same size, is seen by git and by us',
    THOROUGH,
    async () => {
      const { repository, at, there, base } = await linked();
      let tip = base;
      for (let turn = 0; turn < 15; turn += 1) {
        await there.write('a', `a${turn % 10}`);
        const tree = (await at.capture([path('a')])).tree;
        await there.write('a', `b${turn % 10}`);
        tip = await commitOf(repository, tree, tip);
        await at.reset(tip);
        expect([await there.git('status', '--porcelain'), await seen(at)], `turn ${turn}`).toEqual([
          ' M a'.trim() === 'M a' ? ' M a' : '',
          ['modified file a'],
        ]);
      }
    },
  );

  test('the copied index is not newer than the original: what git would compare, it still compares', async () => {
    const { repository, at, there, base, place } = await linked();
    const tree = await captureAll(at);
    const when = new Date(Date.now() - 60_000);
    await writeFile(join(place, 'a'), 'x');
    await utimes(join(place, 'a'), when, when);
    await at.reset(await commitOf(repository, tree, base));
    const own = await there.git('rev-parse', '--path-format=absolute', '--git-path', 'index');
    const ours = join(repository.commonDir, 'cairn/test-index-0');
    expect((await stat(own)).mtimeMs).toBeLessThanOrEqual((await stat(ours)).mtimeMs);
    expect(await there.git('status', '--porcelain')).toBe(' M a');
  });

  test(
    'a lock on its index that stays is told and stays; one that goes is waited for',
    THOROUGH,
    async () => {
      const { repository, at, there, base } = await linked();
      const commit = await commitOf(repository, await captureAll(at), base);
      const lock = `${await there.git('rev-parse', '--path-format=absolute', '--git-path', 'index')}.lock`;
      await writeFile(lock, 'somebody');
      await expect(at.reset(commit)).rejects.toMatchObject({ code: 'git/locked', details: { lock } });
      expect(await readFile(lock, 'utf8')).toBe('somebody');
      const waiting = at.reset(commit);
      setTimeout(() => rmSync(lock), 200);
      await waiting;
      expect(await there.git('status', '--porcelain')).toBe('');
    },
  );

  test('the lock of an engine that stands still is taken over, and what it does when it wakes leaves that of another alone', async () => {
    const { repository, at, there, base } = await linked();
    const commit = await commitOf(repository, await captureAll(at), base);
    const lock = `${await there.git('rev-parse', '--path-format=absolute', '--git-path', 'index')}.lock`;
    const git = { gitPath: () => Promise.resolve(lock.slice(0, -'.lock'.length)) };
    await underLock(git, async () => {
      await at.reset(commit);
      await at.unlocked();
      await writeFile(lock, 'of a person');
    });
    expect(await readFile(lock, 'utf8')).toBe('of a person');
    await rm(lock);
    expect(await there.git('status', '--porcelain')).toBe('');
  });

  test('paths that git was told to leave alone keep that flag', async () => {
    const { repository, at, there, base } = await linked();
    await there.git('update-index', '--skip-worktree', 'b');
    await there.remove('b');
    await there.write('a', 'A');
    await at.reset(await commitOf(repository, await captureAll(at), base));
    expect([await there.git('ls-files', '-v', 'b'), await there.git('status', '--porcelain')]).toEqual([
      'S b',
      '',
    ]);
  });

  test('what somebody flags or leaves unmerged after it is told, and what was unmerged before it is not', async () => {
    const { repository, at, there, base } = await linked();
    const conflict = async (): Promise<void> => {
      const id = await there.git('rev-parse', 'HEAD:a');
      const stages = [1, 2, 3].map((stage) => `100644 ${id} ${stage}\ta\n`).join('');
      await there.gitWithInput(`0 ${'0'.repeat(id.length)}\ta\n${stages}`, 'update-index', '--index-info');
    };
    const unmerged = async (): Promise<readonly string[]> => (await at.footing()).unmerged;
    await conflict();
    expect(await unmerged()).toEqual(['a']);
    await there.write('b', 'B');
    await at.reset(await commitOf(repository, await captureAll(at), base));
    expect([await unmerged(), await seen(at)]).toEqual([[], []]);
    await there.git('update-index', '--assume-unchanged', 'b');
    await there.write('b', 'other');
    expect([await at.flagged(), await seen(at)]).toEqual([['b'], []]);
    await conflict();
    expect(await unmerged()).toEqual(['a']);
  });

  test('what is in progress and what is unmerged is told', async () => {
    const { repo, tree, head } = await linked();
    await repo.git('checkout', '-q', '-b', 'side');
    await repo.write('a', 'side');
    await repo.commit('side');
    await repo.git('checkout', '-q', 'main');
    await repo.write('a', 'main');
    await repo.commit('main');
    const at = tree();
    for (const [command, busy, undo] of [
      [['merge', 'side'], 'merge', ['merge', '--abort']],
      [['cherry-pick', 'side'], 'cherry-pick', ['cherry-pick', '--abort']],
      [['rebase', 'side'], 'rebase', ['rebase', '--abort']],
    ] as const) {
      await expect(repo.git(...command)).rejects.toThrow();
      expect(await conditionOf(at)).toEqual({ busy, unmerged: ['a'] });
      await repo.git(...undo);
    }
    await repo.git('bisect', 'start');
    expect(await conditionOf(at)).toEqual({ busy: 'bisect', unmerged: [] });
    await repo.git('bisect', 'reset');
    expect([await conditionOf(at), typeof (await head())]).toEqual([{ busy: null, unmerged: [] }, 'string']);
  });
});

/** What is in progress in a working tree. */
async function conditionOf(at: WorkingTree): Promise<Pick<Footing, 'busy' | 'unmerged'>> {
  const { busy, unmerged } = await at.footing();
  return { busy, unmerged };
}
