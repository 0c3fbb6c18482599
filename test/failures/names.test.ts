import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CairnError } from '../../src/base/cairnError.ts';
import { exitOfError } from '../../src/cli/output/exitCodes.ts';
import { errorSentence } from '../../src/cli/output/errorSentence.ts';
import { ground, TWO_PHASES, workflow } from '../support/ground.ts';
import { refusal } from '../support/refusal.ts';
import { chain, DEMO, stage, START } from '../support/session.ts';
import { differences, snapshot } from '../support/snapshot.ts';
import { startedGround } from '../support/startedGround.ts';

describe('session ids', () => {
  it('[A7] refuses what could not be a folder, a branch and a worktree everywhere, and writes nothing', async () => {
    const world = await ground();
    const before = await snapshot(world.repo.root);
    const ids = [
      '',
      'ab',
      'a'.repeat(64),
      '../x',
      '..',
      '.',
      '-x-',
      '-rf',
      'a/b',
      'a..b',
      'a b',
      'ABC',
      'ünïcode',
      '日本語',
      'a\nb',
      'a\0b',
      'con',
      'nul',
      'com1',
      'lpt9',
      'aux',
      'x.lock',
      'x~1',
      'x^',
      'x:y',
      'x*',
      '$(id)',
      '`id`',
      'refs/heads/../x',
      'cairn/../x',
      'cairn/',
      'feature/abc',
      '@{-1}',
      'HEAD',
    ];
    for (const id of ids) {
      const error = await refusal(world.start({ id }), 'usage/session-id');
      expect(error.details.id).toBe(id);
      expect(error.details.why).not.toBe('');
      // Named where a session is meant it is no session either, and no path.
      await expect(world.api.find(id)).rejects.toMatchObject({ code: expect.stringMatching(/^usage\//) });
    }
    expect(differences(before, await snapshot(world.repo.root))).toEqual([]);
  });

  it('[A7, P28] takes the shortest, the longest, and the branch for the id, wherever a session is named; one that is used is refused', async () => {
    const world = await ground();
    const longest = 'a'.repeat(63);
    expect((await world.api.previewStart({ ...START, id: longest })).session).toBe(longest);
    expect(await world.start({ id: 'cairn/abc' })).toMatchObject({ session: 'abc', reason: 'completed' });
    for (const name of ['abc', 'cairn/abc', 'refs/heads/cairn/abc'])
      expect(await world.api.find(name)).toEqual({ session: 'abc', phase: null });
    await refusal(world.start({ id: 'abc' }), 'usage/session-used');
    const keys = await world.repo.git(
      'log',
      '--format=%(trailers:key=Cairn-Session,valueonly,separator=)',
      'main..cairn/abc',
    );
    expect(new Set(keys.split('\n'))).toEqual(new Set(['abc']));
  });

  it.each([
    ['a local branch', `refs/heads/cairn/${DEMO}`, {}],
    ['a remote-tracking branch', `refs/remotes/origin/cairn/${DEMO}`, {}],
    ['an archive', `refs/cairn/${DEMO}/archive`, { by: 'deleted' }],
    ['a rescue', `refs/cairn/${DEMO}/rescue/1`, { by: 'deleted' }],
  ])('[E19] refuses an id that %s uses, naming it', async (_what, ref, by) => {
    const world = await ground();
    const message = `cairn: work set aside\n\nWhy.\n\nCairn-Rescue: ${DEMO}`;
    const commit = await world.repo.git('commit-tree', '-m', message, 'HEAD^{tree}');
    await world.repo.git('update-ref', ref, ref.includes('/rescue/') ? commit : 'HEAD');
    const before = await snapshot(world.repo.root);
    const error = await refusal(world.start(), 'usage/session-used');
    expect(error.details).toEqual({ id: DEMO, where: ref, ...by });
    expect(differences(before, await snapshot(world.repo.root))).toEqual([]);
  });

  it.each([
    ['in the working tree', async (): Promise<void> => {}],
    [
      'in the base',
      async (commit: () => Promise<unknown>, remove: () => Promise<void>): Promise<void> => {
        await commit();
        await remove();
      },
    ],
  ])('[E19] refuses an id whose session folder is %s', async (where, make) => {
    const world = await ground();
    await world.repo.write(`.cairn/sessions/${DEMO}/STATUS.md`, 'mine\n');
    await make(
      () => world.repo.commit('a merged session'),
      () => world.repo.remove('.cairn/sessions'),
    );
    const error = await refusal(world.start(), 'usage/session-used');
    expect(error.details.where).toContain(where);
    expect(error.details.by).toBe('files');
  });

  it("[E19] refuses a used id whatever prefix its branch has, and lets a person's branch of that name be", async () => {
    const world = await startedGround(
      {
        files: {
          '.cairn/workflows/own.yaml': workflow(
            'branchPrefix: agents/\nphases: [{id: one, artifacts: [out.md]}]\n',
            'own',
          ),
        },
      },
      { workflow: 'own' },
    );
    const error = await refusal(world.start(), 'usage/session-used');
    expect(error.details.where).toBe(`refs/heads/agents/${DEMO}`);
    expect(errorSentence(error.code, error.details).hint).toContain(`cairn resume ${DEMO}`);
    await world.repo.git('branch', 'fix/login', 'main');
    await world.repo.git('branch', 'login', 'main');
    expect(await world.start({ id: 'login' })).toMatchObject({ session: 'login', reason: 'completed' });
  });

  it('a state folder without a branch is an opening that was cut off: its id is free', async () => {
    const world = await ground();
    await world.repo.write(`.git/cairn/${DEMO}/about.json`, 'torn');
    await world.repo.write(
      `.git/cairn/${DEMO}/journal.jsonl`,
      '{"type":"attempt-begun","phase":"one","attempt":4}\n',
    );
    expect(await world.start()).toMatchObject({ reason: 'completed' });
    expect(await world.agent.runs()).toEqual(['one 1', 'two 1']);
  });
});

describe('names of branches', () => {
  it.each([
    ['cairn', `cairn/${DEMO}`, TWO_PHASES],
    [`cairn/${DEMO}/below`, `cairn/${DEMO}`, TWO_PHASES],
    ['team', `team/x/${DEMO}`, workflow('branchPrefix: team/x/\nphases: [{id: one, artifacts: [out.md]}]\n')],
  ])('refuses a session while a branch %s is in the way of %s', async (there, wanted, text) => {
    const world = await ground({ flow: text });
    await world.repo.git('branch', there);
    const before = await snapshot(world.repo.root);
    const error = await refusal(world.start(), 'repo/branch-refused');
    expect(error.details.branch).toBe(wanted);
    expect(error.details.why).toContain(there);
    expect(differences(before, await snapshot(world.repo.root))).toEqual([]);
  });

  it('[B4] refuses to go on while the session branch is checked out elsewhere, naming that tree, and publishes nothing', async () => {
    const world = await startedGround({}, { until: 'one' });
    const elsewhere = `${world.repo.root}-elsewhere`;
    await world.repo.git('worktree', 'add', '-q', elsewhere, `cairn/${DEMO}`);
    const before = await snapshot(world.repo.root);
    for (const act of [
      () => world.resume(),
      () => world.api.restore(DEMO, { to: 'one' }, { dryRun: false }),
      () => world.api.cancel(DEMO),
      () => world.api.delete(DEMO, { purge: false }),
    ]) {
      const error = await refusal(act(), 'repo/branch-checked-out');
      expect(error.details).toEqual({ branch: `cairn/${DEMO}`, worktree: elsewhere });
    }
    expect(
      differences(before, await snapshot(world.repo.root)).filter((line) => !/cairn\/demo\/lease/.test(line)),
    ).toEqual([]);
    await world.repo.git('-C', elsewhere, 'switch', '-q', '--detach');
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
  });

  it('[B4] that is checked out elsewhere while an agent works is seen before the phase is closed, and the agent is not asked again', async () => {
    const s = await stage(chain('one', 'two'));
    await s.agent.part('two', `git worktree add -q "$PLAY/elsewhere" cairn/${DEMO}; usual`);
    const error = (await s.start().catch((reason: unknown) => reason)) as CairnError;
    expect([error.code, exitOfError(error.code), error.details]).toEqual([
      'repo/branch-checked-out',
      8,
      { branch: `cairn/${DEMO}`, worktree: join(s.agent.folder, 'elsewhere') },
    ]);
    expect(await s.log()).toEqual(['1 opened - running', '2 phase one/1 running']);
    await s.repo.git('worktree', 'remove', '--force', join(s.agent.folder, 'elsewhere'));
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await s.agent.runs()).toEqual(['one 1', 'two 1']);
  });

  it('[B4] a start whose branch somebody makes meanwhile is refused and leaves theirs alone', async () => {
    const world = await ground();
    const seat = await world.seat({
      reached: (point) => {
        if (point === 'open/commit-made') race();
      },
    });
    const { execFileSync } = await import('node:child_process');
    const race = (): void =>
      void execFileSync('git', ['update-ref', `refs/heads/cairn/${DEMO}`, 'HEAD'], { cwd: world.repo.root });
    const start = seat.start();
    await refusal(start, 'usage/session-used');
    expect(await world.repo.git('rev-parse', `cairn/${DEMO}`)).toBe(
      await world.repo.git('rev-parse', 'main'),
    );
  });
});
