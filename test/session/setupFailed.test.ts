import { relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { DEMO, type Flow, type Stage } from '../support/session.ts';
import { until } from '../support/until.ts';

/** The setup wants a file beside the repository, which a test takes away and brings back. */
const SETUP = { setup: ['test -f ../../ready'] };
const READY = '../ready';

const SAID = { when: { file: 'second/said.json', at: '/ok', is: true } };

/** The worktree is lost, and the setup of the new one fails on top of whatever the session waited for. */
async function loseAndFail(s: Stage): Promise<void> {
  await s.repo.remove(relative(s.repo.root, await s.api.path(DEMO)));
  await s.repo.remove(READY);
  expect((await s.resume()).reason).toBe('blocked');
  await s.repo.write(READY, '');
}

async function staged(flow: Flow): Promise<Stage> {
  const s = await stage({ ...flow, worktree: SETUP });
  await s.repo.write(READY, '');
  return s;
}

describe('once the setup of a worktree that was made again does not fail any more', () => {
  test('an approved artifact that changed meanwhile is a question, as ever', async () => {
    const s = await staged({ phases: [{ id: 'one', approval: 'required' }, { id: 'two' }] });
    await s.start();
    await s.api.approve(DEMO, null, null);
    await loseAndFail(s);
    await (await s.worktree()).write('.cairn/sessions/demo/01-one/result.md', 'other\n');
    expect(await s.resume()).toMatchObject({ reason: 'waiting', phase: 'one' });
    expect(await s.agent.runs()).toEqual(['one 1']);
    expect((await s.api.status(DEMO)).phases.map(({ status }) => status)).toEqual(['waiting', 'pending']);
    await s.api.approve(DEMO, null, null);
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.log()).toEqual([
      '1 opened - running',
      '2 waiting one/1 waiting',
      '3 approval one/1 running',
      '4 blocked two/0 blocked',
      '5 edit one/1 waiting',
      '6 approval one/1 running',
      '7 phase two/1 done',
    ]);
    expect(await s.violations()).toEqual([]);
  });

  test('a phase that was rejected is tried again, and not judged as it was', async () => {
    const s = await staged({ phases: [{ id: 'one', approval: 'required' }] });
    await s.start();
    await s.api.reject(DEMO, null, 'no');
    await loseAndFail(s);
    expect((await s.resume()).reason).toBe('waiting');
    expect(await s.agent.runs()).toEqual(['one 1', 'one 2']);
    expect(await s.violations()).toEqual([]);
  });

  test('a gate that had not held is tried before any agent', async () => {
    const s = await staged({ phases: [{ id: 'one', checks: [{ run: 'test -f mended' }] }] });
    expect((await s.start()).reason).toBe('blocked');
    await loseAndFail(s);
    await (await s.worktree()).write('mended', '');
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.agent.runs()).toEqual(['one 1']);
  });

  test('a phase that a loop has opened again is worked on, and what it came to in the round before is not judged', async () => {
    const loop = { to: 'one', until: { file: 'one/open.json', exists: false }, max: 1 };
    const one = { id: 'one', artifacts: [], checks: [{ run: 'test -f ../../mended' }], loop };
    const s = await staged({ schema: 2, phases: [one] });
    expect((await s.start()).reason).toBe('waiting');
    await s.api.answer(DEMO, 'another round');
    await loseAndFail(s);
    await s.repo.write('../mended', '');
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.agent.runs()).toEqual(['one 1', 'one 2']);
    expect(await s.violations()).toEqual([]);
  });

  test('what a person changed after it had run is an edit, and the next phase begins on that', async () => {
    const s = await staged({ phases: [{ id: 'one' }, { id: 'two' }] });
    await s.start({ until: 'one' });
    await loseAndFail(s);
    // The setup runs, and the process dies before anything else.
    const dying = await s.seat({
      reached: (point) => {
        if (point === 'attempt/begun') throw new Error('died');
      },
    });
    await expect(dying.resume()).rejects.toThrow('died');
    await s.api.restore(DEMO, { to: '3' }, { dryRun: false });
    await (await s.worktree()).write('mine.txt', 'mine\n');
    expect((await s.resume()).reason).toBe('completed');
    expect((await s.log()).slice(2)).toEqual([
      '3 blocked two/0 blocked',
      '4 restore two/0 blocked',
      '5 edit - running',
      '6 phase two/2 done',
    ]);
    expect((await s.api.diff(DEMO, 'two')).changed.map(({ path }) => path)).not.toContain('mine.txt');
    expect(await s.violations()).toEqual([]);
  });
});

test('a file that was copied into the worktree and mended there is not copied again', async () => {
  const s = await stage(
    { phases: [{ id: 'one' }], worktree: { copy: ['.env.local'], setup: ['grep -q PORT .env.local'] } },
    { files: { '.gitignore': '.env.local\n' } },
  );
  await s.repo.write('.env.local', 'A=1\n');
  expect((await s.start()).reason).toBe('blocked');
  const tree = await s.worktree();
  await tree.write('.env.local', 'A=1\nPORT=1\n');
  expect((await s.resume()).reason).toBe('completed');
  expect(await tree.look('.env.local')).toBe('A=1\nPORT=1\n');
  expect(s.told()).toContain(
    '.env.local lies in the worktree already and stays as it is there; it is not committed.',
  );
});

test('a setup that fails is told as one: not as a gate, and with what it printed', async () => {
  const s = await stage({
    phases: [{ id: 'one' }],
    worktree: { setup: ['echo fine', 'echo no lockfile; exit 3'] },
  });
  expect(await s.start()).toMatchObject({ reason: 'blocked', phase: 'one' });
  expect(s.progress.filter((event) => event.type === 'gate-failed')).toMatchObject([
    { by: 'setup', reasons: ['setup command failed (exit 3): echo no lockfile; exit 3'] },
  ]);
  expect((await s.api.status(DEMO)).phases).toMatchObject([{ attempt: 0, blockedBy: 'setup' }]);
  expect((await s.api.output(DEMO, 'one'))?.text).toBe('fine\nno lockfile');
});

test('a setup that reached no server asks whether there is a network', async () => {
  const run = 'echo npm error code EAI_AGAIN; exit 1';
  const s = await stage({ phases: [{ id: 'one' }], worktree: { setup: [run] } });
  await s.start();
  const reason = `setup command failed (exit 1, no server was reached: is there a network?): ${run}`;
  expect(s.progress).toContainEqual(expect.objectContaining({ type: 'gate-failed', reasons: [reason] }));
});

/** In the worktrees of three phases at once: a copied file, and a setup that fails in the third until it is mended. */
test('each slot is set up once, and what failed in one is the output of its phase', async () => {
  const setup = [
    'cat local.env >> ../../set-up; pwd >> ../../set-up',
    'case "$(pwd)" in *+3) echo no such tool; test -f ../../ready;; esac',
  ];
  const s = await stage(
    {
      schema: 2,
      parallel: 3,
      worktree: { copy: ['local.env'], setup },
      phases: ['a', 'b', 'c', 'd'].map((id) => ({ id, needs: id === 'd' ? ['a', 'b'] : [] })),
    },
    { files: { '.gitignore': 'local.env\n' } },
  );
  await s.repo.write('local.env', 'KEY=1\n');
  expect(await s.start()).toMatchObject({ reason: 'blocked', phase: 'c' });
  const { file, text } = (await s.api.output(DEMO, 'c')) ?? {};
  expect(file).toContain('setup-2');
  expect(text).toContain('no such tool');
  await s.repo.write(READY, '');
  expect(await s.resume()).toMatchObject({ reason: 'completed' });
  const first = await s.api.path(DEMO);
  const said = (await s.repo.read('../set-up')).trim().split('\n');
  // The failed one is repeated whole.
  expect(said.filter((line) => line === 'KEY=1')).toHaveLength(4);
  expect(said.filter((line) => line !== 'KEY=1').toSorted()).toEqual([
    first,
    `${first}+2`,
    `${first}+3`,
    `${first}+3`,
  ]);
});

describe('where phases work side by side, a setup that fails holds up nobody but whoever is to begin in that worktree', () => {
  const waits = (over: object): Flow => ({
    schema: 2,
    parallel: 3,
    worktree: SETUP,
    phases: [
      { id: 'first', needs: [], approval: 'required' },
      { id: 'second', needs: [], ...over },
      { id: 'early', needs: [] },
      { id: 'late', needs: ['early'] },
    ],
  });
  const statuses = async (s: Stage): Promise<readonly string[]> =>
    (await s.api.status(DEMO)).phases.map(({ status }) => status);
  const worktreeOf = async (s: Stage, phase: string): Promise<string> => {
    const { phases } = await s.api.status(DEMO);
    return relative(s.repo.root, phases.find(({ id }) => id === phase)?.worktree ?? '');
  };

  test('what waits with its work waits on, and what was blocked is tried again', async () => {
    const s = await staged(waits({ checks: [{ run: 'test -f ../../mended' }] }));
    expect((await s.start()).reason).toBe('waiting');
    await s.repo.remove(await worktreeOf(s, 'first'));
    await s.repo.remove(READY);
    await s.repo.write('../mended', '');
    expect(await s.resume()).toMatchObject({ reason: 'waiting', phase: 'first' });
    expect(await statuses(s)).toEqual(['waiting', 'done', 'done', 'done']);
    await s.repo.write(READY, '');
    await s.api.approve(DEMO, 'first', null);
    expect((await s.resume()).reason).toBe('completed');
    expect((await s.agent.runs()).toSorted()).toEqual(['early 1', 'first 1', 'late 1', 'second 1']);
    expect(await s.violations()).toEqual([]);
  });

  test('a yes that needs it is refused, and nothing is blocked by that', async () => {
    const s = await staged(waits({ checks: [{ run: 'true' }], artifacts: ['said.json'], stop: SAID }));
    await s.agent.part('second', 'echo "{" > "$CAIRN_PHASE_DIR/said.json"');
    // What is published after it was judged is to be merged into it.
    await s.agent.part(
      'late',
      'while [ ! -e "$PLAY/judged" ]; do sleep 0.02; done\nusual\necho late > late.txt',
    );
    const run = s.start();
    await until(async () => (await s.api.list()).length > 0 && (await statuses(s))[1] === 'waiting');
    await s.agent.mark('judged');
    expect((await run).reason).toBe('waiting');
    await s.repo.remove(await worktreeOf(s, 'second'));
    await s.repo.remove(READY);
    const refused = { code: 'usage/not-possible', details: { refusal: { because: 'setup-failed' } } };
    await expect(s.api.answer(DEMO, 'go on', 'second')).rejects.toMatchObject(refused);
    expect(await statuses(s)).toEqual(['waiting', 'waiting', 'done', 'done']);
    await s.repo.write(READY, '');
    await s.api.answer(DEMO, 'go on', 'second');
    expect(await statuses(s)).toEqual(['waiting', 'done', 'done', 'done']);
    expect(await s.violations()).toEqual([]);
  });

  test('a yes that is still to be merged counts on, and what was approved is closed without another attempt', async () => {
    const s = await staged(waits({}));
    await s.agent.part('first', 'usual');
    await s.agent.part('late', 'usual\necho late > late.txt');
    expect((await s.start()).reason).toBe('waiting');
    await s.api.approve(DEMO, 'first', null);
    expect((await statuses(s))[0]).toBe('pending');
    await s.repo.remove(await worktreeOf(s, 'first'));
    await s.repo.remove(READY);
    expect(await s.resume()).toMatchObject({ reason: 'blocked', phase: 'first' });
    await s.repo.write(READY, '');
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.agent.runs()).toEqual(expect.not.arrayContaining(['first 2']));
    expect(await s.violations()).toEqual([]);
  });
});
