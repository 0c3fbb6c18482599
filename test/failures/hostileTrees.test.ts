import { lstat, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exitOfError } from '../../src/cli/output/exitCodes.ts';
import { parseTree } from '../../src/git/parseTree.ts';
import { errorSentence } from '../../src/cli/output/errorSentence.ts';
import { openGitRepo, type GitRepo } from '../support/gitRepo.ts';
import { ground, makesOut, workflow } from '../support/ground.ts';
import { refusal } from '../support/refusal.ts';
import { DEMO, stageAround, type Stage } from '../support/session.ts';
import { differences, snapshot } from '../support/snapshot.ts';
import { startedGround } from '../support/startedGround.ts';
import { file, folder, HOSTILE, storeTree, type RawEntry } from '../support/hostileTrees.ts';
import { storeIn } from '../support/storeIn.ts';
import { THOROUGH, byDepth } from '../support/thorough.ts';

const FLOW = workflow('phases: [{id: one, artifacts: [out.md]}, {id: two, artifacts: [out.md]}]\n');
const BRANCH = `refs/heads/cairn/${DEMO}`;

/** A commit with the tree of another and hostile entries at its top, the message kept; nothing points at it yet. */
async function hostileCommit(repo: GitRepo, on: string, hostile: readonly RawEntry[]): Promise<string> {
  const there = (await repo.git('ls-tree', '-z', on)).split('\0').filter((line) => line !== '');
  const entries = there.map((line): RawEntry => {
    const [, mode = '', , id = '', name = ''] = /^(\d+) (\w+) (\w+)\t(.*)$/s.exec(line) ?? [];
    return { mode: mode.replace(/^0/, ''), name, holds: { id } };
  });
  const sorted = [...hostile, ...entries].sort((a, b) => Buffer.compare(sortName(a), sortName(b)));
  const tree = await storeTree(storeIn(repo), sorted);
  const message = await repo.git('log', '-1', '--format=%B', on);
  return repo.gitWithInput(`${message}\n`, 'commit-tree', tree, '-p', on);
}

/** The same tree as work that was set aside, as somebody else would make it. */
async function rescueOf(repo: GitRepo, n: number, hostile: string): Promise<void> {
  const message = `cairn: work set aside\n\nFor you.\n\nCairn-Rescue: ${DEMO}\nCairn-Rescue-For: restore@2\n`;
  const made = await repo.gitWithInput(message, 'commit-tree', `${hostile}^{tree}`, '-p', `${hostile}^`);
  await repo.git('update-ref', `refs/cairn/${DEMO}/rescue/${n}`, made);
}

const sortName = ({ name, mode }: RawEntry): Buffer =>
  Buffer.from(mode === '40000' ? `${String(name)}/` : name);

/** Everything beside the repository, by name. */
const outside = async (root: string): Promise<readonly string[]> => (await readdir(dirname(root))).toSorted();

/** Refused with the one sentence, and nothing but leases and objects is left of it. */
async function refused(world: Stage, path: string, act: () => Promise<unknown>): Promise<void> {
  const before = [await snapshot(world.repo.root), await outside(world.repo.root)] as const;
  const error = await refusal(act(), 'data/unsafe-tree');
  const paths = error.details.entries.map((entry) => entry.path);
  // What is no tree may be met by whoever reads first: it is named by its id then.
  expect(paths.includes(path as never) || (paths[0] === '' && path.endsWith('/'))).toBe(true);
  expect(exitOfError(error.code)).toBe(7);
  const { message } = errorSentence(error.code, error.details);
  expect(message).toMatch(
    /^Nothing was written\. (Commit|Tree) \w{12} holds entries that git itself refuses/,
  );
  expect(await outside(world.repo.root)).toEqual(before[1]);
  const left = differences(before[0], await snapshot(world.repo.root));
  // What Cairn itself remembers in its own folder: leases, a journal, where the session is.
  expect(left.filter((line) => !/^\w+ git\/cairn(\/|$)/.test(line))).toEqual([]);
}

const SHOWN = [
  '.git with a hook',
  '..',
  'an empty name',
  'a link beside a folder of the same name in capitals',
  'a folder that is a file',
] as const;

describe('a session from elsewhere whose trees git would refuse is written nowhere', () => {
  for (const { rows, options } of byDepth(SHOWN, (name) => /hook|a file/.test(name)))
    it.each(rows)('%s', options, async (name) => {
      const [entries, path] = HOSTILE[name] ?? [[], ''];
      const world = await startedGround({ flow: FLOW }, { until: 'one' });
      const { api, repo } = world;

      const sound = await repo.git('rev-parse', BRANCH);
      const hostile = await hostileCommit(repo, sound, entries);

      // As a rescue that was fetched, by the line of the README.
      await rescueOf(repo, 7, hostile);
      await refused(world, path, () => api.rescueApply(DEMO, 7, []));
      expect((await api.rescues(DEMO)).map(({ number }) => number)).toEqual([7]);
      expect((await api.rescueDiff(DEMO, 7)).from).toBe(sound);

      // As the tip of the branch, brought here.
      await repo.git('update-ref', BRANCH, hostile);
      await refused(world, path, () => api.land(DEMO, { apply: true }));
      await refused(world, path, () => api.land(DEMO, { branch: 'landed' }));
      await refused(world, path, () => world.resume({ trust: true }));
      // Nobody is asked to trust it first.
      await refused(world, path, () => world.resume());
      await refused(world, path, () => api.fork(DEMO, 'one', { id: 'forked' }));
      await refused(world, path, () => api.restore(DEMO, { to: '1' }, { dryRun: false }));
      await refused(world, path, () => api.delete(DEMO, { purge: false }));
      await refused(world, path, () => world.start({ id: 'other', base: hostile }));

      // What only reads shows it.
      expect((await api.list()).map(({ session }) => session)).toEqual([DEMO]);
      expect(await api.status(DEMO)).toMatchObject({ session: DEMO, seq: 2 });
      expect((await api.log(DEMO)).length).toBeGreaterThan(1);
      const [{ violations } = { violations: [] }] = await api.verify(DEMO);
      expect(violations.filter(({ rule }) => rule === 'R18').map(({ where }) => where)).toEqual([
        expect.stringMatching(/^checkpoint \d+ \(\w{10}\)$/),
        `refs/cairn/${DEMO}/rescue/7`,
      ]);
    });

  it('taken over in a clone: no branch, no worktree, no file', async () => {
    const world = await startedGround({ flow: FLOW }, { until: 'one' });
    const { repo } = world;
    const hostile = await hostileCommit(repo, BRANCH, [folder('.git', folder('hooks', file('pre-commit')))]);
    await repo.git('update-ref', BRANCH, hostile);
    const clone = join(dirname(repo.root), 'clone');
    await repo.git('clone', '-q', repo.root, clone);
    const there = await stageAround(openGitRepo(clone), { plays: makesOut });
    await refused(there, '.git', () => there.resume({ trust: true }));
    await refused(there, '.git', () => there.resume({ trust: true, inPlace: true }));
    expect(await there.api.trusted()).toEqual([]);
    await refused(there, '.git', () => there.api.land(DEMO, { branch: 'landed' }));
    await expect(lstat(`${clone}.worktrees`)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await there.repo.git('for-each-ref', '--format=%(refname)', 'refs/heads')).toBe('refs/heads/main');
  });

  it('followed in place, and written by a rescue in place', THOROUGH, async () => {
    const world = await startedGround({ flow: FLOW }, { until: 'one', inPlace: true });
    const { api, repo } = world;

    const hostile = await hostileCommit(repo, BRANCH, [folder('..', file('escaped.txt'))]);
    await rescueOf(repo, 1, hostile);
    await refused(world, '..', () => api.rescueApply(DEMO, 1, []));
    await repo.git('update-ref', BRANCH, hostile);
    await refused(world, '..', () => world.resume({ trust: true }));
  });
});

it('a tree that cannot be read is said to be one, and nothing hangs', async () => {
  const { repo, api, ...world } = await ground({ flow: FLOW });
  await world.start({ until: 'one' });
  const tip = await repo.git('rev-parse', BRANCH);
  const message = await repo.git('log', '-1', '--format=%B', tip);
  for (const bytes of ['100644 a', '100644', 'x a\0aaaaaaaaaaaaaaaaaaaa', '100644 a\0short']) {
    expect(parseTree(Buffer.from(bytes), 20)).toBeNull();
    const tree = await storeIn(repo)('tree', Buffer.from(bytes));
    const raw = `tree ${tree}\nparent ${tip}\nauthor A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n\n${message}\n`;
    const commit = await repo.gitWithInput(
      raw,
      'hash-object',
      '-t',
      'commit',
      '--literally',
      '-w',
      '--stdin',
    );
    await repo.git('update-ref', BRANCH, commit);
    expect((await api.list()).length).toBe(1);
    await refusal(api.land(DEMO, { branch: 'landed' }), 'data/unsafe-tree');
  }
});
