import { describe, expect, test } from 'vitest';
import { engineProcess } from '../support/engineProcess.ts';
import { eventually } from '../support/realProcesses.ts';
import { DEMO, stage, type Stage } from '../support/session.ts';
import { byDepth, THOROUGH } from '../support/thorough.ts';

const IMPATIENT = { lease: { leaseMs: 1_000, heartbeatMs: 100 } } as const;
/** The outcome of a run, or the error of what comes before it: exit 6 both. */
const LOST = /"reason":"lease-held"|"code":"lease\/held"/;
const JOURNAL = '.git/cairn/demo/journal.jsonl';

/** Everything that whoever drives the session works with. */
async function seen(s: Stage): Promise<unknown> {
  const tree = await s.worktree();
  const refs = await s.repo.git('for-each-ref', '--format=%(refname) %(objectname)');
  return {
    refs: refs.split('\n').filter((line) => !line.includes('/rescue/')),
    journal: await s.repo.look(JOURNAL),
    head: await tree.git('rev-parse', 'HEAD'),
    status: await tree.git('status', '--porcelain'),
    page: await tree.look('.cairn/sessions/demo/STATUS.md'),
  };
}

const FLOW = { phases: [{ id: 'one' }, { id: 'two', retries: 3 }, { id: 'three' }] };

describe('an owner that was stopped, replaced and continued', () => {
  test('while its agent works: the journal, the page and the attempts are those of its successor', async () => {
    const s = await stage(FLOW, { world: IMPATIENT });
    await s.start({ until: 'one' });
    await s.agent.part('two-1', 'touch "$PLAY/begun"; sleep 60');
    await s.agent.part(
      'two-2',
      'touch "$PLAY/second"; while [ ! -f "$PLAY/go" ]; do sleep 0.05; done; usual',
    );
    const loser = await engineProcess(s, { verb: 'resume' }, null);
    await eventually(async () => (await s.repo.look('../play/begun')) !== null);
    loser.stop();
    const running = s.resume();
    await eventually(async () => (await s.repo.look('../play/second')) !== null);
    await eventually(async () => (await s.repo.look(JOURNAL))?.includes('"what":"agent"') === true);
    const before = await seen(s);
    loser.goOn();
    expect(await loser.says()).toMatch(LOST);
    expect(await seen(s)).toEqual(before);
    await s.repo.write('../play/go', '');
    expect((await running).reason).toBe('completed');
    expect(await s.agent.runs()).toEqual(['one 1', 'two 1', 'two 2', 'three 1']);
    expect(await s.violations()).toEqual([]);
  });

  const points = [
    'attempt/begun',
    'attempt/agent-ended',
    'checkpoint/commit-made',
    'checkpoint/commit-recorded',
    'checkpoint/ref-moved',
    'checkpoint/files-rendered',
    'checkpoint/head-reset',
  ];
  for (const { rows, options } of byDepth(points))
    test.each(rows)('at %s: it changes nothing any more', options, async (point) => {
      const s = await stage(
        { phases: [{ id: 'one' }, { id: 'two', approval: 'required' }] },
        { world: IMPATIENT },
      );
      await s.start({ until: 'one' });
      const loser = await engineProcess(s, { verb: 'resume' }, point);
      expect(await loser.says()).toBe('stopped');
      // The successor goes on until a person is asked, and the person changes something.
      expect(await s.resume()).toMatchObject({ reason: 'waiting' });
      await s.repo.write('../repo.worktrees/demo/by-hand.txt', 'mine\n');
      const before = await seen(s);
      loser.goOn();
      expect(await loser.says()).toMatch(LOST);
      expect(await seen(s)).toEqual(before);
      await s.api.approve(DEMO, null, null);
      expect(await s.violations()).toEqual([]);
    });

  test('with a checkpoint that was not published yet: its work is rescued', THOROUGH, async () => {
    const s = await stage({ phases: [{ id: 'one' }, { id: 'two' }] }, { world: IMPATIENT });
    await s.start({ until: 'one' });
    await s.agent.part('two-1', 'usual; echo "of the loser" > only.txt');
    const loser = await engineProcess(s, { verb: 'resume' }, 'checkpoint/commit-made');
    expect(await loser.says()).toBe('stopped');
    const tree = await s.worktree();
    await tree.remove('only.txt');
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    loser.goOn();
    expect(await loser.says()).toMatch(LOST);
    const rescues = await s.api.rescues(DEMO);
    const kept = await s.repo.git('show', `${rescues.at(-1)?.ref}:only.txt`);
    expect(kept).toBe('of the loser');
  });

  test(
    'in place, when another session works in the tree by now: it changes nothing there',
    THOROUGH,
    async () => {
      const s = await stage({ ...FLOW, isolation: 'in-place' }, { world: IMPATIENT });
      await s.start({ until: 'one' });
      const loser = await engineProcess(s, { verb: 'resume' }, 'attempt/begun');
      expect(await loser.says()).toBe('stopped');
      expect(await s.start({ id: 'other', inPlace: true })).toMatchObject({ reason: 'completed' });
      const running = await s.repo.look(JOURNAL);
      const before = [running, await s.repo.look('.cairn/sessions/demo/STATUS.md')];
      const runs = await s.agent.runs();
      loser.goOn();
      expect(await loser.says()).toMatch(LOST);
      expect([await s.repo.look(JOURNAL), await s.repo.look('.cairn/sessions/demo/STATUS.md')]).toEqual(
        before,
      );
      expect(await s.agent.runs()).toEqual(runs);
    },
  );
});
