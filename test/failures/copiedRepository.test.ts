import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CairnError } from '../../src/base/cairnError.ts';
import type { CairnApi } from '../../src/session/api.ts';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import { openGitRepo } from '../support/gitRepo.ts';
import { ground, workflow } from '../support/ground.ts';
import { DEMO, stage, type Stage } from '../support/session.ts';
import { snapshot } from '../support/snapshot.ts';
import { byDepth, THOROUGH } from '../support/thorough.ts';
import { eventually } from '../support/realProcesses.ts';

const FLOW = (rest: string): string =>
  workflow(
    `${rest}phases:\n  - {id: one, artifacts: [out.md], approval: required}\n  - {id: two, artifacts: [out.md]}\n`,
  );
const never = new AbortController().signal;

/** A session that waits for an approval; then the repository `repo` is copied or moved, by a script beside it. */
async function waitingIn(isolation: 'worktree' | 'in-place', script: string): Promise<Stage> {
  const world = await ground({
    flow: FLOW(`isolation: ${isolation}\n`),
    plays: async ({ produce, tree, phase }) => {
      await produce('out.md');
      await tree.write(`${phase}.txt`, 'work\n');
    },
  });
  await world.start();
  execFileSync('sh', ['-ec', script], { cwd: dirname(world.repo.root), stdio: 'pipe' });
  return world;
}

/** What can be asked of a session. Each answers, or refuses with a code that has a sentence. */
const ACTS: Readonly<Record<string, (api: CairnApi) => Promise<unknown>>> = {
  list: (api) => api.list(),
  status: (api) => api.status(DEMO),
  log: (api) => api.log(DEMO),
  verify: (api) => api.verify(DEMO),
  rescues: (api) => api.rescues(DEMO),
  preview: (api) => api.restore(DEMO, { to: '1' }, { dryRun: true }),
  resume: (api) => api.resume(DEMO, PLAIN_RESUME, never),
  approve: (api) => api.approve(DEMO, null, null),
  land: (api) => api.land(DEMO, { branch: 'landed' }),
  restore: (api) => api.restore(DEMO, { to: '1' }, { dryRun: false }),
  fork: (api) => api.fork(DEMO, '1', { id: null }),
  delete: (api) => api.delete(DEMO, { purge: false }),
};

const SITUATIONS = [
  ['copied', 'cp -a repo there', true],
  [
    'copied with its worktrees',
    'cp -a repo there; [ ! -e repo.worktrees ] || cp -a repo.worktrees there.worktrees',
    true,
  ],
  ['renamed', 'mv repo there', false],
  [
    'renamed with its worktrees',
    'mv repo there; [ ! -e repo.worktrees ] || mv repo.worktrees there.worktrees',
    false,
  ],
  ['mounted elsewhere, alone', 'mkdir -p m; mv repo there; rm -rf repo.worktrees', false],
] as const;

const isFew = ([what]: readonly [string, ...unknown[]]): boolean => what === 'copied with its worktrees';

for (const { rows, options } of byDepth(['worktree', 'in-place'] as const, (place) => place === 'worktree'))
  describe.each(rows)('a session (%s) in a repository that was', options, (isolation) => {
    for (const depth of byDepth(SITUATIONS, isFew)) {
      it.each(depth.rows)(
        '%s: goes on there, in a place of its own',
        depth.options,
        async (_what, script, isCopy) => {
          const world = await waitingIn(isolation, script);
          const there = `${dirname(world.repo.root)}/there`;
          const before = isCopy ? await snapshot(world.repo.root) : {};
          const copy = await world.seat({ folder: there });
          const { api } = copy;
          expect(await api.approve(DEMO, null, null)).toMatchObject({ state: 'running' });
          expect(await copy.resume()).toMatchObject({ reason: 'completed' });
          const place = await api.path(DEMO);
          if (isolation === 'in-place') expect(place).toBe(there);
          else if (isCopy) expect(place).toMatch(/there\.worktrees\/demo(-2)?$/);
          expect((await api.verify(DEMO))[0]?.violations).toEqual([]);
          expect(await openGitRepo(place).git('rev-parse', '--show-toplevel')).toBe(place);
          if (!isCopy) return;
          expect(await snapshot(world.repo.root)).toEqual(before);
          expect(await world.api.approve(DEMO, null, null)).toMatchObject({ state: 'running' });
          expect(await world.resume()).toMatchObject({ reason: 'completed' });
          if (isolation === 'worktree')
            expect(
              [...copy.told(), ...world.told()].filter((line) => line.includes('This repository is a copy')),
            ).toHaveLength(1);
          await api.delete(DEMO, { purge: false });
          expect((await world.api.verify(DEMO))[0]?.violations).toEqual([]);
        },
      );

      it.each(depth.rows)('%s: every command answers', depth.options, async (_what, script) => {
        const world = await waitingIn(isolation, script);
        const there = `${dirname(world.repo.root)}/there`;
        const bad: string[] = [];
        for (const [name, act] of Object.entries(ACTS)) {
          const { api } = await world.seat({ folder: there });
          await act(api).catch((error: unknown) => {
            bad.push(`${name}: ${error instanceof CairnError ? error.code : String(error)}`);
          });
        }
        expect(bad).toEqual([]);
      });
    }
  });

it('a lease that was copied along while its owner lives holds nobody up in the copy', THOROUGH, async () => {
  const world: Stage = await ground({
    flow: FLOW(''),
    plays: async ({ produce, phase, root }) => {
      await produce('out.md');
      if (phase !== 'one' || root.includes('there')) return;
      execFileSync('cp', ['-a', world.repo.root, `${dirname(world.repo.root)}/there`]);
      const copy = await world.seat({ folder: `${dirname(world.repo.root)}/there` });
      expect(await copy.api.status(DEMO)).toMatchObject({ drivenBy: null });
      const began = performance.now();
      expect(await copy.resume()).toMatchObject({ reason: 'waiting' });
      expect(performance.now() - began).toBeLessThan(12_000);
      expect(await copy.api.path(DEMO)).not.toBe(root);
    },
  });
  expect(await world.start()).toMatchObject({ reason: 'waiting' });
});

it('an agent that is at work goes on when the repository is copied and the copy is resumed', async () => {
  const s = await stage({ phases: [{ id: 'one' }] });
  const there = `${s.repo.root}-there`;
  await s.agent.part(
    'one',
    'touch "$PLAY/begun"; case "$PWD" in *there*) ;; *) while [ ! -e "$PLAY/go" ]; do sleep 0.05; done ;; esac; usual',
  );
  const original = s.start();
  await eventually(() => existsSync(join(s.agent.folder, 'begun')));
  execFileSync('cp', ['-a', s.repo.root, there]);
  const copy = await s.seat({ folder: there });
  expect(await copy.resume()).toMatchObject({ reason: 'completed' });
  await writeFile(join(s.agent.folder, 'go'), '');
  expect(await original).toMatchObject({ reason: 'completed' });
  expect(await s.log()).toEqual(['1 opened - running', '2 phase one/1 done']);
  expect(copy.told().join()).not.toContain('has been ended');
});

it('a worktree that was moved by hand is found by whoever stands in it, and another is made for whoever does not', async () => {
  const world = await waitingIn('worktree', 'mv repo.worktrees/demo aside');
  const aside = `${dirname(world.repo.root)}/aside`;
  const { api: inside } = await world.seat({ folder: aside });
  expect(await inside.approve(DEMO, null, null)).toMatchObject({ state: 'running' });
  expect(await inside.path(DEMO)).toBe(aside);
});
