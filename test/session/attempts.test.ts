import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { chain, DEMO, flowText, type Flow, type Stage, stage as onGit } from '../support/session.ts';

interface Recorded {
  readonly attempts: readonly { readonly attempt: number; readonly reasons: readonly string[] }[];
  readonly checks: readonly {
    readonly outcome: string;
    readonly exitCode: number | null;
    readonly why?: string;
  }[];
}

const recordOf = async (s: Stage, folder = '01-one'): Promise<Recorded> =>
  JSON.parse(await s.repo.git('show', `cairn/demo:.cairn/sessions/demo/${folder}/phase.json`)) as Recorded;

describe('a check that broke', () => {
  const withCheck = (run: unknown, more = {}): Flow => ({
    phases: [{ id: 'one', checks: [{ name: 'probe', run, ...more }] }],
  });

  test.each([
    ['timed out', withCheck('sleep 30', { timeout: '200ms' }), 'it timed out after 200 ms'],
    ['was killed', withCheck('kill -9 $$'), 'it was ended by the signal SIGKILL'],
    ['was not found', withCheck('no-such-program-here'), 'its command was not found (exit code 127)'],
    ['may not be executed', withCheck('./README.md'), 'its command may not be executed (exit code 126)'],
    ['could not be started', withCheck(['no-such-program-here']), /^it could not be started: .*ENOENT/],
  ])('because it %s says so in the record, in status and in what is told', async (_what, flow, why) => {
    const s = await onGit(flow);
    expect((await s.start()).reason).toBe('blocked');
    const { checks } = await recordOf(s);
    const said = checks[0]?.why ?? '';
    expect(said).toEqual(typeof why === 'string' ? why : expect.stringMatching(why));
    const [phase] = (await s.api.status(DEMO)).phases;
    expect(phase?.checks).toEqual([{ name: 'probe', outcome: 'broke', why: said }]);
    expect(phase?.reasons).toEqual([`the check "probe" broke: ${said}`]);
    expect(s.progress.find((event) => event.type === 'check-ended')).toMatchObject({ why: said });
    expect(s.progress.find((event) => event.type === 'gate-failed')).toMatchObject({
      reasons: phase?.reasons,
    });
    expect(await s.repo.git('log', '-1', '--format=%b', 'cairn/demo')).toContain(said);
    expect(await s.violations()).toEqual([]);
  });

  test('what fails is told with its last lines, without what a package manager says about itself', async () => {
    const run = String.raw`printf '2 failing
npm %s
npm %s New major version
' notice notice; exit 1`;
    const s = await stage({ phases: [{ id: 'one', retries: 1, checks: [{ run }] }] });
    expect((await s.start()).reason).toBe('blocked');
    const tails = s.progress.flatMap((event) => (event.type === 'gate-failed' ? [event.tail] : []));
    expect(tails).toEqual([['2 failing'], ['2 failing']]);
    expect(await s.agent.prompt('one', 2)).not.toContain('npm notice');
  });

  test('a check that passed or said no has nothing to explain', async () => {
    const s = await stage({ phases: [{ id: 'one', checks: ['true', 'exit 3'].map((run) => ({ run })) }] });
    await s.start();
    expect((await recordOf(s)).checks.map(({ outcome, why }) => [outcome, why])).toEqual([
      ['passed', undefined],
      ['failed', undefined],
    ]);
  });
});

describe('what is kept of attempts', () => {
  test('one that was blocked and holds after all on a resume has both judgements', async () => {
    const s = await stage({ phases: [{ id: 'one', checks: [{ run: 'test -f mended' }] }] });
    await s.start();
    await (await s.worktree()).write('mended', 'by a person\n');
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.agent.runs()).toEqual(['one 1']);
    expect((await recordOf(s)).attempts).toEqual([
      {
        attempt: 1,
        agent: 'player',
        outcome: 'completed',
        reasons: ['the check "test -f mended" failed with exit code 1'],
      },
      { attempt: 1, outcome: 'completed', reasons: [] },
    ]);
    expect(await s.repo.git('show', 'cairn/demo:.cairn/sessions/demo/01-one/PACKET.md')).toContain(
      'Attempt 1 of one: the check "test -f mended" failed',
    );
    expect(await s.violations()).toEqual([]);
  });
});

describe('the prompt of a retry', () => {
  test('does not call news what the attempt before left, but what somebody else changed since', async () => {
    const s = await stage({ phases: [{ id: 'one', retries: 1, checks: [{ run: 'test -f mended' }] }] });
    await s.agent.part('one-1', 'usual; echo x > own.txt; ln -s own.txt link');
    await s.agent.part('one-2', 'touch mended; usual');
    await s.start();
    const prompt = await s.agent.prompt('one', 2);
    expect(prompt).toContain('Its files are still there');
    expect(prompt).not.toContain('What changed meanwhile');
    expect(prompt).not.toContain('own.txt');
  });

  test('names what a person changed in between, and only that', async () => {
    const s = await onGit({ phases: [{ id: 'one', retries: 1, checks: [{ run: 'test -f mended' }] }] });
    const tree = join(s.repo.root, '../repo.worktrees/demo');
    const seat = await s.seat({
      onProgress: ({ type }) => {
        if (type === 'gate-failed') writeFileSync(join(tree, 'theirs.txt'), 'x\n');
      },
    });
    await s.agent.part('one-2', 'touch mended; usual');
    expect((await seat.start()).reason).toBe('completed');
    const [, news = ''] = (await s.agent.prompt('one', 2)).split('## What changed meanwhile');
    expect(news.slice(0, news.indexOf('## '))).toMatch(/last checkpoint holds.*\n\n- theirs\.txt\n\n$/s);
  });

  test('a file that is not captured because of a secret is no news either', async () => {
    const s = await onGit({ phases: [{ id: 'one', retries: 1 }] });
    // In two pieces, so that this file is none with a secret in it.
    const token = ['ghp_', 'abcdefghijklmnopqrstuvwxyz0123456789'].join('');
    await s.agent.part('one-1', `usual; echo ${token} > key.txt`);
    await s.agent.part('one-2', 'rm -f key.txt; usual');
    expect((await s.start()).reason).toBe('completed');
    expect(await s.agent.prompt('one', 2)).not.toContain('What changed meanwhile');
  });
});

test('an attempt after five that were cut off in a later round is told so, and goes on from no gate of the round before', async () => {
  const loop = { to: 'one', until: { file: 'one/open.json', exists: false }, max: 1 };
  const one = { id: 'one', artifacts: [], checks: [{ run: 'test -f mended' }], loop };
  const s = await stage({ schema: 2, phases: [one] });
  expect((await s.start()).reason).toBe('waiting');
  await s.api.answer(DEMO, 'another round');
  for (let cutOffs = 0; cutOffs < 5; cutOffs += 1) {
    const dying = await s.seat({
      reached(point) {
        if (point === 'attempt/begun') throw new Error('died');
      },
    });
    await expect(dying.resume()).rejects.toThrow('died');
  }
  expect((await s.resume()).reason).toBe('blocked');
  await s.agent.part('one', 'touch mended');
  expect((await s.resume()).reason).toBe('completed');
  expect(await s.agent.runs()).toEqual(['one 1', 'one 7']);
  expect(await s.agent.prompt('one', 7)).toContain('Attempt 6 was cut off');
});

describe('a retry that had not begun when the run ended', () => {
  const FLOW: Flow = {
    phases: [{ id: 'one', retries: 1, checks: [{ run: 'test -f mended' }] }, { id: 'two' }],
  };

  /** Stopped in the moment in which the gate of the first attempt did not hold. */
  async function stopped(part: string): Promise<Stage> {
    const s = await onGit(FLOW);
    await s.agent.part('one-1', part);
    const stop = new AbortController();
    const seat = await s.seat({ onProgress: ({ type }) => type === 'gate-failed' && stop.abort() });
    expect((await seat.start({}, stop.signal)).reason).toBe('interrupted');
    const journal = await readFile(join(s.repo.root, '.git/cairn/demo/journal.jsonl'), 'utf8');
    expect(journal.split('"attempt-begun"')).toHaveLength(2);
    return s;
  }

  test('begins on the tree as it is, with the reasons, and what lies there is nobody’s edit', async () => {
    const s = await stopped('usual; echo x > left.txt');
    await s.agent.part('one-2', 'touch mended');
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.log()).toEqual(['1 opened - running', '2 phase one/2 running', '3 phase two/1 done']);
    const prompt = await s.agent.prompt('one', 2);
    expect(prompt).toContain('the check "test -f mended" failed with exit code 1');
    expect(prompt).toContain('Its files are still there');
    expect(prompt).not.toContain('What changed meanwhile');
    expect((await s.api.diff(DEMO, 'one')).changed.map(({ path }) => path)).toEqual([
      '.cairn/sessions/demo/01-one/result.md',
      'left.txt',
      'mended',
      'src/one.txt',
    ]);
    expect((await recordOf(s)).attempts.map(({ attempt, reasons }) => [attempt, reasons.length])).toEqual([
      [1, 1],
      [2, 0],
    ]);
    expect(await s.api.rescues(DEMO)).toEqual([]);
    expect(await s.violations()).toEqual([]);
  });

  test('is one of those that its phase has, and commits of the attempt before it are kept', async () => {
    const s = await stopped('usual; git add -A && git commit -qm "by the agent"');
    expect(await s.violations()).toEqual([]);
    await s.agent.part('one-2', 'touch more');
    expect((await s.resume()).reason).toBe('blocked');
    expect(await s.agent.runs()).toEqual(['one 1', 'one 2']);
    expect(await s.repo.git('log', '-1', '--format=%s', 'cairn/demo^2^2')).toBe('by the agent');
    expect(await s.violations()).toEqual([]);
  });
});

describe('a file that is not captured', () => {
  test('is told when the phase closes, and when it is held up', async () => {
    const s = await onGit({ phases: [{ id: 'one' }, { id: 'two', approval: 'required' }] });
    await s.agent.part('one', 'usual; mkdir nested && cd nested && git init -q . && echo x > y');
    await s.start({ until: 'one' });
    expect(s.told().join('\n')).toMatch(/Not captured: nested\/? \(.*repository/);
    // What no checkpoint can hold is not uncommitted beside it, neither told nor new.
    expect((await s.api.status(DEMO)).leftovers).toBe(0);
    await s.worktree().then((tree) => tree.git('init', '-q', 'another'));
    await s.worktree().then((tree) => tree.write('another/x', 'x\n'));
    expect((await s.api.status(DEMO)).leftovers).toBe(0);
    await s.worktree().then((tree) => tree.write('mine.txt', 'mine\n'));
    expect((await s.api.status(DEMO)).leftovers).toBe(1);
    await s.worktree().then((tree) => Promise.all([tree.remove('another'), tree.remove('mine.txt')]));
    const before = s.told().length;
    expect((await s.resume()).reason).toBe('waiting');
    expect(s.told().slice(before).join('\n')).toContain('Not captured: nested');
    // Told is told: it is no change of anybody's since then.
    expect(await s.agent.prompt('two')).not.toContain('What changed meanwhile');
    expect((await s.resume()).changed).toEqual([]);
  });
});

describe('a phase’s place', () => {
  test('is its place in the table, whatever numbers a changed plan left', async () => {
    const s = await stage(chain('one', 'two', 'three', 'four'));
    await s.start({ until: 'one' });
    const flow = { phases: [{ id: 'one' }, { id: 'four' }] };
    await (await s.worktree()).write('.cairn/sessions/demo/workflow.yaml', flowText(flow));
    expect((await s.resume({ acceptPlan: true })).reason).toBe('completed');
    expect(s.progress.findLast((event) => event.type === 'attempt')).toMatchObject({ number: 2, of: 2 });
    expect(await s.agent.prompt('four')).toContain('(phase 2 of 2)');
    expect((await s.api.status(DEMO)).phases.map(({ number, id }) => [number, id])).toEqual([
      [1, 'one'],
      [4, 'four'],
    ]);
  });

  test('counts a phase that was done before the plan lost it', async () => {
    const s = await stage(chain('one', 'two', 'three'));
    await s.start({ until: 'one' });
    const flow = { phases: [{ id: 'three' }] };
    await (await s.worktree()).write('.cairn/sessions/demo/workflow.yaml', flowText(flow));
    expect((await s.resume({ acceptPlan: true })).reason).toBe('completed');
    expect(s.progress.findLast((event) => event.type === 'attempt')).toMatchObject({ number: 2, of: 2 });
  });
});
