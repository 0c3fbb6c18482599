import { describe, expect, test } from 'vitest';
import { elsewhere } from '../support/otherMachine.ts';
import { eventually } from '../support/realProcesses.ts';
import { DEMO, stage, type Flow, type Seat, type Stage } from '../support/session.ts';
import { THOROUGH } from '../support/thorough.ts';

/** Somebody goes on with a phase in another clone whose work lies in a worktree here, and their branch is fetched. */

const OWN = `.cairn/sessions/${DEMO}/workflow.yaml`;

const FLOW: Flow = {
  schema: 2,
  parallel: 2,
  phases: [
    { id: 'left', needs: [] },
    { id: 'right', needs: [], approval: 'required' },
    { id: 'join', needs: ['left', 'right'] },
  ],
};

async function fetched(s: Stage, from: Seat): Promise<void> {
  await from.repo.git('push', '-q', '--force', 'origin', 'cairn/demo');
  await s.repo.git('fetch', '-q', 'origin', '+cairn/demo:cairn/demo');
}

/** What was here is in a rescue, at the latest when its worktree goes. */
async function expectKept(s: Stage): Promise<void> {
  await s.api.delete(DEMO, { purge: false });
  const refs = (await s.api.rescues(DEMO)).map(({ ref }) => ref);
  const found = await Promise.all(refs.map((ref) => s.repo.git('show', `${ref}:right.txt`).catch(() => '')));
  expect(found).toContain('here');
}

/** Its first attempt was stopped here, with something in its worktree; elsewhere another one has ended, and waits. */
async function stoppedHere(): Promise<Stage> {
  const s = await stage(FLOW);
  await s.agent.part('left', 'usual\necho left > left.txt\n: > "$PLAY/left"');
  await s.agent.part('right-1', 'usual\necho here > right.txt; : > "$PLAY/at-work"; sleep 60');
  const stop = new AbortController();
  const run = s.start({}, stop.signal);
  await eventually(async () => (await s.repo.look('../play/at-work')) !== null);
  await eventually(async () =>
    (await s.repo.git('log', '--format=%s', 'cairn/demo')).includes('left is done'),
  );
  stop.abort();
  expect((await run).reason).toBe('interrupted');
  const other = await elsewhere(s);
  await s.agent.part('right', 'usual\necho there > right.txt');
  await s.agent.part('right-1', 'usual\necho there > right.txt');
  expect((await other.resume()).reason).toBe('waiting');
  await fetched(s, other);
  return s;
}

/** It waited here, was rejected elsewhere, and waits with another attempt. */
async function waitedHere(): Promise<Stage> {
  const s = await stage(FLOW);
  await s.agent.part('left', 'usual\necho left > left.txt');
  await s.agent.part('right-1', 'usual\necho here > right.txt');
  await s.agent.part('right-2', 'usual\necho there > right.txt');
  expect((await s.start()).reason).toBe('waiting');
  const other = await elsewhere(s);
  await other.api.reject(DEMO, 'right', 'not so');
  expect((await other.resume()).reason).toBe('waiting');
  await fetched(s, other);
  return s;
}

/** It was rejected here and waits with a second attempt; elsewhere the session was restored to the first. */
async function restoredElsewhere(): Promise<Stage> {
  const s = await stage(FLOW);
  await s.agent.part('left', 'usual\necho left > left.txt');
  await s.agent.part('right-1', 'usual\necho there > right.txt');
  await s.agent.part('right-2', 'usual\necho here > right.txt');
  expect((await s.start()).reason).toBe('waiting');
  const at = (await s.api.log(DEMO)).at(-1)!.seq;
  await s.api.reject(DEMO, 'right', 'not so');
  expect((await s.resume()).reason).toBe('waiting');
  const other = await elsewhere(s);
  await other.api.restore(DEMO, { to: String(at) }, { dryRun: false });
  await fetched(s, other);
  return s;
}

type Ground = () => Promise<Stage>;

async function approvedAsThere(make: Ground): Promise<void> {
  const s = await make();
  await s.api.approve(DEMO, 'right', null);
  expect((await s.resume({ trust: true })).reason).toBe('completed');
  expect(await s.repo.git('show', 'cairn/demo:left.txt')).toBe('left');
  expect(await s.repo.git('show', 'cairn/demo:right.txt')).toBe('there');
  expect(await s.violations()).toEqual([]);
  await expectKept(s);
}

async function goneOnFromThere(make: Ground): Promise<void> {
  const s = await make();
  await s.api.reject(DEMO, 'right', 'once more');
  for (const n of [2, 3])
    await s.agent.part(`right-${n}`, 'cp right.txt "$PLAY/seen"; usual\necho last > right.txt');
  expect((await s.resume({ trust: true })).reason).toBe('waiting');
  expect(await s.repo.read('../play/seen')).toBe('there\n');
  await s.api.approve(DEMO, 'right', null);
  expect((await s.resume({ trust: true })).reason).toBe('completed');
  expect(await s.repo.git('show', 'cairn/demo:right.txt')).toBe('last');
  expect(await s.violations()).toEqual([]);
  await expectKept(s);
}

describe('work of a phase that is another by now', () => {
  test('as it was stopped here and done there is gone on with as it is there', () =>
    goneOnFromThere(stoppedHere));
  test('as it was sent back there is approved as it is there', THOROUGH, () => approvedAsThere(waitedHere));
  test.each([
    ['stopped here and done there', stoppedHere],
    ['sent back there', waitedHere],
    ['restored there', restoredElsewhere],
  ])('as it was %s is approved, and gone on with', THOROUGH, async (_what, make) => {
    await approvedAsThere(make);
    await goneOnFromThere(make);
  });
});

const CHECKED: Flow = {
  worktree: { setup: ['test ! -e ../../unfit'] },
  phases: [{ id: 'one' }, { id: 'two', artifacts: [], checks: [{ run: 'test ! -e broken.txt' }] }],
};

async function setupFails(s: Stage, other: Seat): Promise<void> {
  await s.repo.write('../unfit', '');
  expect((await other.resume()).reason).toBe('blocked');
  await s.repo.remove('../unfit');
}

async function planChanges(_: Stage, other: Seat): Promise<void> {
  await other.resume({ until: 'one' });
  const tree = await other.worktree();
  await tree.write(OWN, (await tree.read(OWN)).replace('broken.txt', 'bad.txt'));
  expect((await other.resume({ until: 'one', acceptPlan: true, trust: true })).reason).toBe('paused');
}

describe('what an attempt had completed here, where the engine died before its gate, is judged only where it still lies', () => {
  test.each([
    ['a setup fails elsewhere', setupFails],
    ['another plan is taken over elsewhere', planChanges],
  ])('%s, and the files here follow', async (_what, goesOn) => {
    const s = await stage(CHECKED);
    await s.start({ until: 'one' });
    const other = await elsewhere(s);
    await s.agent.part('two', 'echo two > two.txt');
    const dies = await s.seat({
      reached(point) {
        if (point === 'attempt/agent-ended') throw new Error('died');
      },
    });
    await expect(dies.resume()).rejects.toThrow('died');
    await dies.dispose();
    await goesOn(s, other);
    await fetched(s, other);
    expect(await s.resume({ trust: true })).toMatchObject({ reason: 'completed' });
    expect(await s.agent.runs()).toEqual(['one 1', 'two 1', 'two 2']);
    expect(await s.repo.git('show', 'cairn/demo:two.txt')).toBe('two');
    expect(await s.violations()).toEqual([]);
  });
});
