import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtCairn } from '../support/builtCairn.ts';
import { tiny, type Tiny } from '../runner/tinyWorkflow.ts';

const cli = builtCairn();
const ID = 'whole-session';
const COMMIT = expect.stringMatching(/^[0-9a-f]{40}$/) as unknown;
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as unknown;

/** Runs a command with --json and answers its exit code and its one value. */
async function json(
  { cairn }: Tiny,
  ...words: readonly string[]
): Promise<readonly [code: number | null, value: unknown]> {
  const { code, out, err } = await cairn(...words, '--json').ended;
  try {
    return [code, JSON.parse(out)];
  } catch (error) {
    throw new Error(`not JSON: ${out}\n${err}`, { cause: error });
  }
}

test('[S1, S33] every command of a whole session, each a process of its own, prints what the format promises; what is done is one line', async () => {
  const t = await tiny(cli());
  await t.go();
  const act = (seq: number, state: string): unknown => ({ session: ID, seq, commit: COMMIT, state });

  expect(await json(t, 'list')).toEqual([0, []]);
  expect(await json(t, 'start', 'tiny', '--request', 'make two files', '--id', ID, '--until', 'one')).toEqual(
    [
      0,
      {
        session: ID,
        reason: 'paused',
        seq: 2,
        state: 'running',
        phase: 'two',
        commit: COMMIT,
        message: expect.any(String),
      },
    ],
  );
  expect(await json(t, 'start', 'tiny', '--request', 'again', '--id', ID)).toMatchObject([
    2,
    { error: { code: 'usage/session-used', hint: expect.stringContaining('resume') } },
  ]);
  expect(await json(t, 'list')).toEqual([
    0,
    [
      {
        session: ID,
        title: 'make two files',
        workflow: 'tiny',
        state: 'paused',
        checked: null,
        seq: 2,
        waiting: [],
        next: ['two'],
        updated: TIME,
        branch: `cairn/${ID}`,
        remote: false,
      },
    ],
  ]);
  const [, status] = await json(t, 'status');
  expect(status).toMatchObject({
    schema: 1,
    session: ID,
    workflow: 'tiny',
    plan: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    state: 'paused',
    seq: 2,
    next: ['two'],
    question: null,
    isolation: 'worktree',
    leftovers: 0,
    rescues: [],
    effects: { done: 0, failed: 0, inDoubt: 0 },
    warnings: [],
    phases: [
      {
        number: 1,
        id: 'one',
        status: 'done',
        attempt: 1,
        commit: COMMIT,
        updated: TIME,
        checks: [],
        artifacts: [{ path: expect.stringContaining('made.md'), present: true, bytes: 12 }],
      },
      { number: 2, id: 'two', status: 'pending', attempt: 0, commit: null, updated: null },
    ],
  });
  const worktree = (status as { worktree: string }).worktree;
  expect(await t.cairn('path').ended).toMatchObject({ code: 0, out: `${worktree}\n` });
  expect(await json(t, 'packet')).toMatchObject([
    0,
    { session: ID, text: expect.stringContaining('make two files') },
  ]);
  expect((await t.cairn('show', '01-one/made.md@one').ended).out).toBe('made by one\n');
  expect((await t.cairn('log', '--output', 'one').ended).out).toContain('working on one 199');
  expect(await json(t, 'diff', 'one')).toMatchObject([
    0,
    {
      session: ID,
      phase: 'one',
      changed: [{ path: `.cairn/sessions/${ID}/01-one/made.md`, change: 'added' }],
    },
  ]);
  const patch = (await t.cairn('diff', 'one').ended).out;
  await t.repo.gitWithInput(patch, 'apply', '--check');

  const resumed = await t.cairn('resume').ended;
  expect(resumed.code).toBe(0);
  expect(resumed.out).toContain('2/2 two: attempt 1');
  // Of the phase that was done its row, and nothing of what its agent had said.
  expect(resumed.out.split('\n').filter((line) => /\bone\b/.test(line))).toEqual([
    expect.stringMatching(/^1 +one +✓ done, nothing checked +1 +1\/1/),
  ]);
  expect(await json(t, 'resume', ID)).toMatchObject([
    0,
    { reason: 'completed', seq: 3, state: 'done', checked: 'nothing', phase: null },
  ]);
  expect(await json(t, 'verify')).toEqual([0, { session: ID, violations: [] }]);

  const preview = {
    session: ID,
    restoredTo: { phase: 'one', seq: 2 },
    seq: 3,
    commit: null,
    rescue: null,
    changed: [{ path: `.cairn/sessions/${ID}/02-two/made.md`, change: 'deleted' }],
    skipped: [],
  };
  expect(await json(t, 'restore', ID, 'one', '--dry-run')).toEqual([0, preview]);
  expect(await json(t, 'restore', ID, 'one')).toEqual([0, { ...preview, seq: 4, commit: COMMIT }]);
  expect(await json(t, 'restore', ID, '--undo')).toMatchObject([
    0,
    { restoredTo: { seq: 3 }, seq: 5, commit: COMMIT },
  ]);
  const [, log] = await json(t, 'log', ID);
  expect((log as { kind: string }[]).map(({ kind }) => kind)).toEqual([
    'opened',
    'phase',
    'phase',
    'restore',
    'restore',
  ]);
  expect(log).toMatchObject([
    {
      seq: 1,
      phase: null,
      attempt: null,
      commit: COMMIT,
      at: TIME,
      by: expect.any(String),
      subject: expect.stringMatching(/^cairn: /),
      state: 'running',
    },
    {},
    {},
    {},
    {},
  ]);

  expect(await json(t, 'rescue', 'list', ID)).toEqual([0, []]);
  expect(await json(t, 'stop', ID)).toEqual([0, act(5, 'done')]);
  expect(await json(t, 'approve', ID)).toMatchObject([
    2,
    { error: { code: 'usage/not-possible', hint: expect.any(String) } },
  ]);
  expect(await json(t, 'delete', ID)).toEqual([0, act(5, 'done')]);
  expect(await json(t, 'status', ID)).toMatchObject([2, { error: { code: 'usage/unknown-session' } }]);
  expect(await t.repo.git('rev-parse', `refs/cairn/${ID}/archive`)).toMatch(/^[0-9a-f]{40}$/);
});

test('the output may be closed early', () => {
  const line = `'${process.execPath}' '${cli()}' --help | head -1`;
  expect(execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8' })).toMatch(/^Usage: cairn/);
});

test("what agents get as CAIRN_BIN is this very Cairn, and it takes no word of theirs for a person's", async () => {
  const t = await tiny(cli());
  await t.go();
  const asks = `
import { spawnSync } from 'node:child_process';
const cairn = (...words) => spawnSync('cairn', words, { encoding: 'utf8' });
const said = { version: cairn('--version').stdout, bin: process.env.CAIRN_BIN, approve: cairn('approve', process.env.CAIRN_SESSION, '--json').stdout, ledger: cairn('ledger', '--section', 'artifacts', '--json').stdout };
writeFileSync(join(SIDE, 'said'), JSON.stringify(said));`;
  await t.repo.write('agent.mjs', `${await t.repo.read('agent.mjs')}${asks}`);
  await t.repo.commit('an agent that asks');
  expect((await t.cairn('start', 'tiny', '--request', 'x').ended).code).toBe(0);
  const said = JSON.parse(await t.repo.read('../said')) as Record<
    'version' | 'bin' | 'approve' | 'ledger',
    string
  >;
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
  expect(said.version.trim()).toBe(version);
  expect(said.bin).toContain(join('.git', 'cairn', '.bin'));
  expect(JSON.parse(said.approve)).toMatchObject({
    error: { code: 'usage/inside-phase', details: { phase: 'two' } },
  });
  // What was handed on can be asked for by a phase, which need not name its session.
  const { items } = JSON.parse(said.ledger) as { items: readonly { phase: string }[] };
  expect(new Set(items.map(({ phase }) => phase))).toEqual(new Set(['one']));
});
