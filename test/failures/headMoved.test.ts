import { terminalOutcome } from '../../src/cli/output/showOutcome.ts';
import { describe, expect, it } from 'vitest';
import type { CairnApi } from '../../src/session/api.ts';
import type { PhaseRecord } from '../../src/model/checkpoint/phaseRecord.ts';
import { errorSentence } from '../../src/cli/output/errorSentence.ts';
import { atTip, filesAtTip } from '../support/atTip.ts';
import { ground, workflow } from '../support/ground.ts';
import { refusal } from '../support/refusal.ts';
import { DEMO, type Stage } from '../support/session.ts';
import { differences, foreign, snapshot } from '../support/snapshot.ts';
import { startedGround } from '../support/startedGround.ts';
import { byDepth, isFirst, THOROUGH } from '../support/thorough.ts';

const FLOW = workflow(
  'isolation: in-place\nphases:\n  - {id: one, artifacts: [out.md]}\n  - {id: two, artifacts: [out.md]}\n',
);
const APPROVED = workflow(
  'isolation: in-place\nphases:\n  - {id: one, artifacts: [out.md], approval: required}\n  - {id: two, artifacts: [out.md]}\n',
);

/** A session in place, paused after its first phase; then the person goes to another branch, which has other files. */
async function elsewhere(
  flow = FLOW,
  run: { readonly until: string | null } = { until: 'one' },
): Promise<Stage> {
  const world = await ground({ flow });
  const { repo } = world;
  await repo.git('branch', 'other');
  await world.start(run);
  await repo.git('switch', '-q', 'other');
  await repo.write('theirs.txt', 'not of the session\n');
  await repo.git('add', 'theirs.txt');
  await repo.git('commit', '-q', '-m', 'other work');
  return world;
}

/** Nothing of the working tree and of git but Cairn's own places has changed. */
async function leftAlone(world: Stage, act: () => Promise<unknown>): Promise<void> {
  const before = await snapshot(world.repo.root);
  await act();
  const after = differences(before, await snapshot(world.repo.root));
  expect(
    after.filter(
      (line) =>
        !/ git\/(cairn|refs\/heads\/cairn|logs\/refs\/heads\/cairn)\//.test(line) &&
        !/ tree\/\.cairn\/sessions\//.test(line),
    ),
  ).toEqual([]);
}

/** Runs the git command between the first backticks of a text, as a person would paste it. */
async function paste({ repo }: Stage, text: string): Promise<void> {
  const [, command = ''] = /`git ([^`]*)`/.exec(text) ?? [];
  await repo.git(...command.split(' '));
}

describe('[B2] in place, when the person moves HEAD', () => {
  it('a descendant on the same branch is told and the session goes on', async () => {
    const world = await startedGround({ flow: FLOW }, { until: 'one' });
    await world.repo.write('mine.txt', 'mine\n');
    await world.repo.git('add', 'mine.txt');
    await world.repo.git('commit', '-q', '-m', 'a commit of mine');
    const head = await world.repo.git('rev-parse', 'HEAD');
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
    expect(await world.repo.git('rev-parse', 'HEAD')).toBe(head);
    expect(await atTip(world, 'mine.txt')).toBe('mine');
    expect(world.told().join('\n')).toMatch(
      new RegExp(`HEAD.*${head.slice(0, 7)}|${head.slice(0, 7)}.*HEAD`, 's'),
    );
  });

  it('a session with a worktree of its own does not notice', async () => {
    const world = await startedGround({}, { until: 'one' });
    await world.repo.git('switch', '-q', '-c', 'other');
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
    expect(await world.repo.git('symbolic-ref', 'HEAD')).toBe('refs/heads/other');
  });

  for (const { rows, options } of byDepth(
    [
      ['another branch', async ({ repo }: Stage) => repo.git('switch', '-q', '-c', 'other')],
      ['a detached HEAD', async ({ repo }: Stage) => repo.git('switch', '-q', '--detach')],
      ['an older commit', async ({ repo }: Stage) => repo.git('update-ref', 'refs/heads/main', 'main~1')],
      ['an amended commit', async ({ repo }: Stage) => repo.git('commit', '-q', '--amend', '-m', 'amended')],
    ],
    isFirst,
  ))
    it.each(rows)(
      '%s: waits with one question, nothing is captured or changed',
      options,
      async (_what, move) => {
        const world = await ground({ flow: FLOW });
        await world.repo.write('b.txt', 'b\n');
        await world.repo.commit('second');
        await world.start({ until: 'one' });
        const tree = await filesAtTip(world);
        await move(world);
        await world.repo.write('new.txt', 'new\n');
        await leftAlone(world, async () => {
          const outcome = await world.resume();
          expect(outcome).toMatchObject({ reason: 'waiting', phase: 'two' });
          expect(terminalOutcome(outcome).message).toMatch(/`git (switch|reset) .*`.*go on here/s);
        });
        expect(await world.agent.runs()).toEqual(['one 1']);
        const after = await filesAtTip(world);
        expect(after.filter((path) => !tree.includes(path))).toEqual([
          `.cairn/sessions/${DEMO}/02-two/phase.json`,
        ]);
        const { question, state } = await world.api.status(DEMO);
        expect(state).toBe('waiting');
        // To go back is a command, not an answer: that one could only fail here.
        expect(question).toMatchObject({ kind: 'question', options: ['go on here'] });
        expect(question?.back).toMatch(/^git (switch|reset) /);
        // Asked once: another resume asks the same and publishes nothing.
        const { seq } = await world.api.status(DEMO);
        const again = await world.resume();
        expect(again).toMatchObject({ reason: 'waiting', seq });
        expect(terminalOutcome(again).message.match(/HEAD was on/g)).toHaveLength(1);
        // What it says to type goes back, as it stands.
        await world.repo.remove('new.txt');
        await paste(world, terminalOutcome(again).message);
        expect(await world.resume()).toMatchObject({ reason: 'completed' });
      },
    );

  for (const { rows, options } of byDepth(
    [
      ['another branch', async ({ repo }: Stage) => repo.git('switch', '-q', '-c', 'other')],
      [
        'a branch of an awkward name that is gone',
        async ({ repo }: Stage) => repo.git('branch', '-m', 'it-is-gone'),
      ],
    ],
    isFirst,
  ))
    it.each(rows)(
      'an approval with HEAD on %s: both ways out are commands that work',
      options,
      async (_what, move) => {
        const world = await startedGround({ flow: APPROVED });
        await move(world);
        const error = await refusal(world.api.approve(DEMO, null, null), 'repo/head-moved');
        const { hint } = errorSentence(error.code, error.details);
        expect(hint).toContain(`cairn resume ${DEMO} --here`);
        // A resume has nothing to ask, but says the same.
        const { message } = terminalOutcome(await world.resume());
        expect(message).toContain(error.details.back);
        expect(message).toContain(`cairn resume ${DEMO} --here`);
        expect(await world.resume({ here: true })).toMatchObject({ reason: 'waiting' });
        expect(await world.api.approve(DEMO, null, null)).toMatchObject({ state: 'running' });
      },
    );

  it('an approval after going back by the command that it names', async () => {
    const world = await startedGround({ flow: APPROVED });
    await world.repo.git('switch', '-q', '-c', 'other');
    const error = await refusal(world.api.approve(DEMO, null, null), 'repo/head-moved');
    await paste(world, `\`${error.details.back}\``);
    expect(await world.api.approve(DEMO, null, null)).toMatchObject({ state: 'running' });
  });

  it('going back and answering so, the session goes on as if nothing had been', async () => {
    const world = await elsewhere();
    await world.resume();
    await leftAlone(world, () => refusal(world.api.answer(DEMO, 'go back'), 'repo/head-moved'));
    await world.repo.git('switch', '-q', 'main');
    expect(await world.api.answer(DEMO, 'go back')).toMatchObject({ state: 'running' });
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
    expect(await filesAtTip(world)).not.toContain('theirs.txt');
  });

  it(
    'work that is done by hand is judged where the session was, not on another branch',
    THOROUGH,
    async () => {
      const world = await elsewhere(
        workflow(
          'isolation: in-place\nphases:\n  - {id: one, agent: {kind: manual}, artifacts: [/made.txt]}\n  - {id: two, artifacts: [out.md]}\n',
        ),
        { until: null },
      );
      await world.repo.write('made.txt', 'by hand\n');
      await leftAlone(world, async () => {
        const outcome = await world.resume();
        expect(outcome).toMatchObject({ reason: 'waiting', phase: 'one', seq: 2 });
        expect(terminalOutcome(outcome).message).toContain('Go back there first: `git switch main`');
      });
      expect((await world.api.status(DEMO)).question).toMatchObject({
        kind: 'work',
        back: 'git switch main',
      });
      await world.repo.git('switch', '-q', 'main');
      expect(await world.resume()).toMatchObject({ reason: 'completed' });
      expect(await filesAtTip(world)).not.toContain('theirs.txt');
    },
  );

  it('going back and resuming, no answer is needed', THOROUGH, async () => {
    const world = await elsewhere();
    await world.resume();
    await world.repo.git('switch', '-q', 'main');
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
    expect(await world.agent.runs()).toEqual(['one 1', 'two 1']);
    expect(await filesAtTip(world)).not.toContain('theirs.txt');
  });

  it('"go on here" takes the tree as an edit and goes on', async () => {
    const world = await elsewhere();
    await world.resume();
    await world.api.answer(DEMO, 'Go on here');
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
    expect(await atTip(world, 'theirs.txt')).toBe('not of the session');
    const log = await world.api.log(DEMO);
    expect(log.map((entry) => entry.kind)).toEqual(['opened', 'phase', 'waiting', 'answer', 'edit', 'phase']);
    expect(await world.repo.git('symbolic-ref', 'HEAD')).toBe('refs/heads/other');
  });

  /** The agent of `two` goes to another branch in its first attempt. */
  const moving = (): Promise<Stage> =>
    ground({
      flow: FLOW,
      plays: async ({ phase, attempt, tree, produce }) => {
        await produce('out.md');
        if (phase !== 'two' || attempt > 1) return;
        await tree.git('switch', '-q', '-c', 'other');
        await tree.write('theirs.txt', 'x\n');
      },
    });

  /** What was answered, and what the session made of it. */
  const goneOn = async (world: Stage): Promise<unknown> => {
    const { approvals } = JSON.parse(
      await atTip(world, `.cairn/sessions/${DEMO}/02-two/phase.json`),
    ) as PhaseRecord;
    return {
      said: approvals.map(({ comment }) => comment),
      kinds: (await world.api.log(DEMO)).map(({ kind }) => kind).slice(2),
      theirs: await atTip(world, 'theirs.txt'),
      runs: await world.agent.runs(),
    };
  };

  it('"resume --here" is the answer "go on here": what had begun is given up, and the tree is an edit', async () => {
    const world = await moving();
    expect(await world.start()).toMatchObject({ reason: 'waiting' });
    expect(await world.resume({ here: true })).toMatchObject({ reason: 'completed' });
    expect(await goneOn(world)).toEqual({
      said: ['go on here'],
      kinds: ['waiting', 'answer', 'edit', 'phase'],
      theirs: 'x',
      runs: ['one 1', 'two 1', 'two 2'],
    });
  });

  it.each(['checkpoint/commit-made', 'checkpoint/ref-moved'])(
    '"go on here" that is cut off at %s is never taken for going back',
    async (place) => {
      const world = await moving();
      expect(await world.start()).toMatchObject({ reason: 'waiting' });
      const dies = await world.seat({
        reached(point) {
          if (point === place) throw new Error('died');
        },
      });
      await expect(dies.api.answer(DEMO, 'go on here')).rejects.toThrow('died');
      await dies.dispose();
      const words = place === 'checkpoint/ref-moved' ? 2 : 1;
      expect(await world.resume()).toMatchObject({ reason: 'waiting', phase: 'two' });
      await world.api.answer(DEMO, 'go on here');
      expect(await world.resume()).toMatchObject({ reason: 'completed' });
      expect(await goneOn(world)).toMatchObject({
        said: Array.from({ length: words }, () => 'go on here'),
        theirs: 'x',
        runs: ['one 1', 'two 1', 'two 2'],
      });
    },
  );

  it('moving HEAD while the agent works: its work is not captured, the session waits', async () => {
    const world = await moving();
    const outcome = await world.start();
    expect(outcome).toMatchObject({ reason: 'waiting', phase: 'two' });
    expect(await filesAtTip(world)).not.toContain('theirs.txt');
    expect(await world.repo.look('theirs.txt')).toBe('x\n');
    await world.repo.git('switch', '-q', 'main');
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
    expect(await world.agent.runs()).toEqual(['one 1', 'two 1', 'two 2']);
  });

  const acts: readonly (readonly [string, (api: CairnApi) => Promise<unknown>])[] = [
    ['approve', (api) => api.approve(DEMO, null, null)],
    ['restore', (api) => api.restore(DEMO, { to: '1' }, { dryRun: false })],
    ['rescue apply', (api) => api.rescueApply(DEMO, 1, [])],
    ['cancel', (api) => api.cancel(DEMO)],
  ];
  for (const { rows, options } of byDepth(acts, (_act, at) => at < 2))
    it.each(rows)(
      '%s on another branch is a question (exit 3), not a capture of that branch',
      options,
      async (_name, act) => {
        const world = await elsewhere(APPROVED, { until: null });
        await world.repo.git('update-ref', `refs/cairn/${DEMO}/rescue/1`, `cairn/${DEMO}`);
        await leftAlone(world, async () => {
          const tip = await world.repo.git('rev-parse', `cairn/${DEMO}`);
          const error = await refusal(act(world.api), 'repo/head-moved');
          expect(error.details).toMatchObject({ session: DEMO });
          expect(error.details.expected).toMatch(/^main \(/);
          expect(error.details.found).toMatch(/^other/);
          expect(await world.repo.git('rev-parse', `cairn/${DEMO}`)).toBe(tip);
        });
        await world.repo.git('switch', '-q', 'main');
        if (_name !== 'rescue apply') await act(world.api);
      },
    );

  it(
    "reading acts and delete work on any branch; delete leaves the branch's files alone",
    THOROUGH,
    async () => {
      const world = await elsewhere();
      await leftAlone(world, async () => {
        await world.api.status(DEMO);
        await world.api.verify(DEMO);
        await world.api.diff(DEMO, null);
      });
      const before = await snapshot(world.repo.root);
      await world.api.delete(DEMO, { purge: false });
      expect(await world.api.list()).toEqual([]);
      const after = foreign(differences(before, await snapshot(world.repo.root)));
      expect(after.filter((line) => !/ tree\/\.cairn\/sessions/.test(line))).toEqual([
        'changed git/info/exclude',
      ]);
      expect(await world.api.rescues(DEMO)).toEqual([]);
    },
  );
});

describe('in place, in the middle of a merge', () => {
  for (const { rows, options } of byDepth(
    [
      ['resume', (world: Stage) => world.resume()],
      ['approve', (world: Stage) => world.api.approve(DEMO, null, null)],
      ['restore', (world: Stage) => world.api.restore(DEMO, { to: '1' }, { dryRun: false })],
    ],
    isFirst,
  ))
    it.each(rows)('%s captures no conflict markers: exit 8, nothing changed', options, async (name, act) => {
      const world = await ground({ flow: name === 'approve' ? APPROVED : FLOW });
      const { repo } = world;
      await repo.git('checkout', '-q', '-b', 'other');
      await repo.write('a.txt', 'theirs\n');
      await repo.commit('theirs');
      await repo.git('checkout', '-q', 'main');
      await repo.write('a.txt', 'ours\n');
      await repo.commit('ours');
      await world.start(name === 'approve' ? {} : { until: 'one' });
      await repo.git('merge', 'other').catch(() => {});
      await leftAlone(world, async () =>
        expect((await refusal(act(world), 'git/busy')).details.operation).toBe('merge'),
      );
      await repo.git('merge', '--abort');
      await act(world);
    });
});
