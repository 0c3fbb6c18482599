import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { CairnError } from '../../src/base/cairnError.ts';
import { atTip, filesAtTip, linkedTree } from '../support/atTip.ts';
import type { Work } from '../support/functionAgent.ts';
import { gitEnvironment } from '../support/gitRepo.ts';
import { ground, workflow } from '../support/ground.ts';
import { DEMO, type Stage } from '../support/session.ts';
import { byDepth, THOROUGH } from '../support/thorough.ts';

type When = 'the agent works' | 'checks run' | 'the ref is about to move';

/** Phase `two` has a check that does what lies in `.git/act`, once. */
const flow = (rest: string): string =>
  workflow(
    `${rest}phases:\n  - {id: one, artifacts: [out.md]}\n  - {id: two, artifacts: [out.md], checks: [{run: 'act="$(git rev-parse --path-format=absolute --git-common-dir)/act"; test ! -e "$act" || { mv "$act" "$act.done"; . "$act.done"; }; true'}]}\n`,
  );

interface Disturbed {
  readonly world: Stage;
  /** Root of the session's working tree. */
  readonly root: string;
  /** How the start ended: the reason of its outcome, or the code of its error. */
  readonly end: string;
  readonly said: string;
}

/** Runs a session in whose second phase somebody does something, as a shell script in the working tree. */
async function disturbed(place: 'in-place' | 'worktree', when: When, act: string): Promise<Disturbed> {
  let [root, isTwo, isDone] = ['', false, false];
  const now = (): void => {
    if (isDone) return;
    isDone = true;
    execFileSync('sh', ['-c', act], { cwd: root, env: gitEnvironment(), stdio: 'ignore' });
  };
  const world: Stage = await ground({
    flow: flow(place === 'in-place' ? 'isolation: in-place\n' : ''),
    files: { 'src/a.ts': 'a\n' },
    plays: async (work: Work) => {
      root = work.root;
      isTwo = work.phase === 'two';
      await work.produce('out.md');
      await work.tree.write(`${work.phase}.txt`, `${work.phase}\n`);
      if (!isTwo || isDone) return;
      if (when === 'the agent works') now();
      if (when === 'checks run') {
        isDone = true;
        await writeFile(`${world.repo.root}/.git/act`, `${act}\n`);
      }
    },
    world: {
      reached: (point) => {
        if (isTwo && when === 'the ref is about to move' && point === 'checkpoint/commit-recorded') now();
      },
    },
  });
  const { repo } = world;
  await repo.git('switch', '-q', '-c', 'theirs');
  await repo.write('a.txt', 'theirs\n');
  await repo.commit('theirs');
  await repo.git('switch', '-q', 'main');
  await repo.write('a.txt', 'ours\n');
  await repo.commit('ours');
  await repo.git('tag', 'base');
  const [end, said] = await world.start().then(
    (outcome) => [outcome.reason, outcome.message],
    (error: unknown) => {
      if (!(error instanceof CairnError)) throw error;
      return [error.code, JSON.stringify(error.details)];
    },
  );
  expect(isDone).toBe(true);
  return { world, root, end: end ?? '', said: said ?? '' };
}

const subjects = async ({ repo }: Stage): Promise<readonly string[]> =>
  (await repo.git('log', '--first-parent', '--format=%s', `cairn/${DEMO}`, '--not', 'base')).split('\n');

/** Nothing but the session's own records differs from what the first phase left. */
async function tookNothing(world: Stage): Promise<void> {
  expect((await subjects(world)).filter((line) => /two is (done|blocked)/.test(line))).toEqual([]);
  const first = (
    await world.repo.git('log', '--format=%H', '--grep=^cairn: one is done', `cairn/${DEMO}`)
  ).trim();
  const paths = await world.repo.git('diff', '--name-only', first, `cairn/${DEMO}`, '--', '.', ':!.cairn');
  expect(paths).toBe('');
}

const run = (root: string, script: string): void =>
  void execFileSync('sh', ['-c', script], { cwd: root, env: gitEnvironment(), stdio: 'ignore' });

const WHENS: readonly When[] = ['the agent works', 'checks run', 'the ref is about to move'];

/** One of each kind at every moment, its siblings at the one that a gate leaves open longest. */
const whens = (what: string): readonly When[] =>
  /another branch|without a commit|a merge|is removed|anew, empty/.test(what) ? WHENS : ['checks run'];

/** In `npm test`, of the states of a repository and of a folder. */
const isFew = ([what]: readonly [string, ...unknown[]]): boolean => /^a merge with|removed/.test(what);

describe('what a checkpoint takes is looked at once more before it is published', () => {
  describe('in place', () => {
    for (const { rows, options } of byDepth(
      [
        ['another branch', 'git switch -q -c other', 'waiting', 'git switch -q main'],
        ['another history', 'git switch -q -m theirs', 'waiting', 'git switch -q -m main'],
        ['a detached HEAD', 'git switch -q --detach', 'waiting', 'git switch -q main'],
        ['a branch without a commit', 'git switch -q --orphan none', 'waiting', 'git switch -q main'],
        ['no commit any more', 'git update-ref -d HEAD', 'waiting', null],
        ['an older commit', 'git reset -q --keep HEAD~1', 'waiting', 'git reset -q --keep HEAD@{1}'],
        ['a merge with conflicts', 'git merge theirs', 'git/busy', 'git merge --abort'],
        ['a rebase with conflicts', 'git rebase theirs', 'git/busy', 'git rebase --abort'],
        ['a cherry-pick with conflicts', 'git cherry-pick theirs', 'git/busy', 'git cherry-pick --abort'],
        ['a revert that stands still', 'git revert --no-commit HEAD', 'git/busy', 'git revert --abort'],
        ['a bisect', 'git bisect start', 'git/busy', 'git bisect reset'],
        [
          'conflicts without any operation',
          'git checkout -q --detach; git merge theirs; rm .git/MERGE_*; git symbolic-ref HEAD refs/heads/main',
          'git/unmerged',
          'git reset -q; git checkout -q a.txt',
        ],
      ] as const,
      isFew,
    ))
      it.each(rows)(
        '%s: nothing is taken, and it goes on once that is undone',
        options,
        async (what, act, end, undo) => {
          for (const when of whens(what)) {
            const { world, root, ...came } = await disturbed('in-place', when, `${act}; true`);
            expect(came.end).toBe(end);
            await tookNothing(world);
            const back = /`(git [^`]*)`/.exec(came.said)?.[1];
            run(root, undo ?? back ?? 'false');
            expect(await world.resume()).toMatchObject({ reason: 'completed' });
            expect(await filesAtTip(world)).toEqual(expect.arrayContaining(['a.txt', 'src/a.ts', 'two.txt']));
            expect(await atTip(world, 'a.txt')).toBe('ours');
          }
        },
      );
  });

  describe('in a worktree', () => {
    for (const { rows, options } of byDepth(
      [
        ['is removed', 'cd ..; rm -rf "$OLDPWD"', 'gone'],
        ['is moved away', 'cd ..; mv "$OLDPWD" aside', 'gone'],
        [
          'is made anew, with something else in it',
          'cd ..; rm -rf "$OLDPWD"; mkdir "$OLDPWD"; echo x > "$OLDPWD/x"',
          'replaced',
        ],
        ['is made anew, empty', 'cd ..; rm -rf "$OLDPWD"; mkdir "$OLDPWD"', 'replaced'],
        ['is another with the same files', 'cd ..; mv "$OLDPWD" aside; cp -a aside "$OLDPWD"', 'replaced'],
        ['is a link', 'cd ..; mv "$OLDPWD" aside; ln -s aside "$OLDPWD"', 'replaced'],
        ['is emptied', 'find . -mindepth 1 -delete', 'untied'],
      ] as const,
      isFew,
    ))
      it.each(rows)(
        'its folder %s: nothing is taken, nothing is written there',
        options,
        async (named, act, what) => {
          for (const when of whens(named)) {
            const { world, root, ...came } = await disturbed('worktree', when, act);
            expect(came).toMatchObject({
              end: 'repo/tree-changed',
              said: expect.stringContaining(`"what":"${what}"`),
            });
            await tookNothing(world);
            expect(world.told().filter((line) => line.includes('.git'))).toEqual([]);
            const list = execFileSync('sh', ['-c', 'ls -A "$0" 2>/dev/null || true', root], {
              encoding: 'utf8',
            });
            expect(list.split('\n').filter((name) => name === '.git')).toEqual(
              what === 'replaced' && /link|same/.test(named) ? ['.git'] : [],
            );
            // What lies there now is a person's to move away.
            run(root.replace(/[^/]*$/, ''), `rm -rf "${root}"`);
            expect(await world.resume()).toMatchObject({ reason: 'completed' });
            expect(await filesAtTip(world)).toEqual(expect.arrayContaining(['a.txt', 'src/a.ts', 'two.txt']));
            // The agent did its work again: what the first attempt had made is gone.
            expect((await world.agent.runs()).filter((attempt) => attempt.startsWith('two'))).toEqual([
              'two 1',
              'two 2',
            ]);
          }
        },
      );

    it.each([
      ['a merge with conflicts', 'git merge theirs', 'git/busy'],
      ['a rebase with conflicts', 'git add -A; git commit -qm mine; git rebase theirs', 'git/busy'],
    ] as const)(
      '%s: nothing is taken, and the next attempt begins on the last checkpoint',
      THOROUGH,
      async (what, act, end) => {
        for (const when of whens(what)) {
          const { world, ...came } = await disturbed('worktree', when, `${act}; true`);
          expect(came.end).toBe(end);
          await tookNothing(world);
          expect(await world.resume()).toMatchObject({ reason: 'completed' });
          expect(await atTip(world, 'a.txt')).toBe('ours');
          expect((await world.agent.runs()).filter((attempt) => attempt.startsWith('two'))).toEqual([
            'two 1',
            'two 2',
          ]);
          expect(await linkedTree(world).git('status')).not.toMatch(/merging|rebas/);
        }
      },
    );
  });

  for (const { rows, options } of byDepth(WHENS.slice(1)))
    it.each(rows)(
      'in a worktree, HEAD on another history while %s: nothing is taken',
      options,
      async (when) => {
        const { world, ...came } = await disturbed('worktree', when, 'git checkout -q -f theirs; true');
        expect(came).toMatchObject({
          end: 'repo/tree-changed',
          said: expect.stringContaining('"what":"head"'),
        });
        await tookNothing(world);
        expect(await world.resume()).toMatchObject({ reason: 'completed' });
        expect(await atTip(world, 'a.txt')).toBe('ours');
        expect((await world.agent.runs()).filter((attempt) => attempt.startsWith('two'))).toEqual([
          'two 1',
          'two 2',
        ]);
      },
    );

  it('commits of an agent in its worktree, on a branch of its own, are its work as ever', async () => {
    const { world, ...came } = await disturbed(
      'worktree',
      'the agent works',
      'git switch -qc mine; git add -A; git commit -qm mine',
    );
    expect(came.end).toBe('completed');
    expect(await world.repo.git('log', '-1', '--format=%s', `cairn/${DEMO}^2`)).toBe('mine');
  });

  it('an index that was swapped is none of what is taken', async () => {
    const { world, ...came } = await disturbed('in-place', 'checks run', 'git read-tree theirs');
    expect(came.end).toBe('completed');
    expect(await atTip(world, 'a.txt')).toBe('ours');
  });
});
