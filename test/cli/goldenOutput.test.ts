import { expect, test } from 'vitest';
import { CairnError } from '../../src/base/cairnError.ts';
import { SHIPPED } from '../../src/model/workflow/shipped/shipped.ts';
import type { RunNews } from '../../src/runner/runEvents.ts';
import { toErrorValue } from '../../src/runner/runEvents.ts';
import type { SaidOutcome } from '../../src/sentences/outcomeSentence.ts';
import { AHEAD_FOUND } from './scriptedAhead.ts';
import { LOG, OUTCOME, SESSION, STATUS, scriptedApi } from './scriptedApi.ts';
import { runLine, type LineOptions } from './runLine.ts';
import type { PhaseId, RefName, Timestamp } from '../../src/model/names/ids.ts';

/** Compares what a person sees with `test/golden/cli/<name>.txt`. */
async function golden(name: string, words: readonly string[], options?: LineOptions): Promise<void> {
  const { code, out, err } = await runLine(words, options);
  const seen = `$ cairn ${words.join(' ')}\n${out}${err === '' ? '' : `[standard error]\n${err}`}[exit ${code}]\n`;
  await expect(seen.replaceAll('\u001b', '␛')).toMatchFileSnapshot(`../golden/cli/${name}.txt`);
}

test('the workflows that come with Cairn are listed with their phases', async () => {
  await golden('init-list', ['init', '--list']);
  const { out, code } = await runLine(['init', '--list', '--json']);
  expect([code, JSON.parse(out)]).toEqual([0, Object.values(SHIPPED)]);
});

test('a list on a narrow terminal keeps what tells sessions apart', async () => {
  const { out } = await runLine(['list'], { terminal: 60 });
  expect(out).toContain('Add login');
  expect(out).toMatch(/Speed up th.*…/);
});

test('the status page reads well in a pipe, on a wide terminal and on a narrow one', async () => {
  await golden('status', ['status']);
  await golden('status-100', ['status'], { terminal: 100 });
  await golden('status-40', ['status'], { terminal: 40 });
});

test('who could do the work reads well, wide and narrow, with what installs the others', async () => {
  await golden('agents', ['agents']);
  await golden('agents-60', ['agents'], { terminal: 60 });
});

test('a session whose agent waits for a permission says so in its head and in the row', async () => {
  const [research, plan] = STATUS.phases;
  const request = {
    id: 'perm1',
    epoch: 1,
    at: '2026-11-20T09:06:30.000Z' as Timestamp,
    phase: plan!.id,
    attempt: 1,
    agent: 'opencode',
    kind: 'execute',
    title: 'npm test',
    paths: [],
  } as const;
  const agent = { kind: 'acp', name: 'opencode', version: '1.18.3' } as const;
  const status = {
    ...STATUS,
    state: 'waiting',
    question: {
      kind: 'permission',
      text: 'opencode asks for a permission (execute): npm test',
      options: ['allow', 'always', 'deny'],
    },
    questions: [],
    permissions: [request],
    phases: [
      { ...research!, agent: { ...agent, mode: 'build' } },
      { ...plan!, status: 'running', agent },
    ],
  } as const;
  await golden('status-permission', ['status'], { api: scriptedApi({ status: async () => status }) });
});

test('a blocked session shows why, what was set aside and what was not captured', async () => {
  const [research, plan] = STATUS.phases;
  const status = {
    ...STATUS,
    state: 'blocked',
    question: null,
    questions: [],
    leftovers: 2,
    effects: { done: 1, failed: 0, inDoubt: 1 },
    warnings: [
      {
        warning: 'history' as const,
        what: 'The workflow file below .cairn/workflows/ differs from the one this session follows.',
      },
    ],
    rescues: [
      {
        number: 1,
        ref: 'refs/cairn/x/rescue/1' as RefName,
        at: '2026-11-20T09:06:30.000Z' as Timestamp,
        why: 'leftovers of attempt 1 of plan',
        files: 3,
      },
    ],
    phases: [
      {
        ...research!,
        checked: 'passed' as const,
        checks: [{ name: 'npm test', outcome: 'passed' as const }],
      },
      {
        ...plan!,
        status: 'blocked',
        checks: [
          { name: 'npm test', outcome: 'failed' as const },
          { name: 'npm run lint', outcome: 'broke' as const },
        ],
        reasons: ['plan.md has no text below "Risks"', 'check "npm test" failed (exit 1)'],
        notCaptured: [{ path: 'data/big.bin', why: 'over 10 MB' }],
      },
    ],
  };
  await golden('status-blocked', ['status'], { api: scriptedApi({ status: async () => status }) });
});

test('list and log fit the terminal they are printed on', async () => {
  await golden('list', ['list']);
  await golden('list-60', ['list'], { terminal: 60 });
  await golden('list-empty', ['list'], {
    api: scriptedApi({
      list: async () => [],
      workflows: async () =>
        Object.values(SHIPPED).map((shipped) => ({
          ...shipped,
          file: null,
          isolation: 'worktree',
          agents: ['auto'],
          inputs: [],
          problem: null,
        })),
    }),
  });
  await golden('log', ['log']);
  await golden('log-70', ['log'], { terminal: 70 });
  const [opened, research] = LOG;
  if (opened === undefined || research === undefined) throw new Error('the log is empty');
  const forkedFrom = { session: SESSION, seq: 2, log: [opened, research] };
  const first = { ...opened, kind: 'fork', phase: research.phase, attempt: 1, forkedFrom };
  const forked = [
    { ...first, subject: `cairn: forked from ${SESSION}@2` },
    { ...research, superseded: true },
  ];
  await golden('log-fork', ['log'], { api: scriptedApi({ log: async () => forked }), terminal: 100 });
  const listed = (await scriptedApi().list()).map((each) => ({ ...each, forkedFrom: 'add-login@3' }));
  await golden('list-fork', ['list'], { api: scriptedApi({ list: async () => listed }), terminal: 100 });
  const beside = listed.map((each) => ({ ...each, state: 'running', waiting: each.next }));
  await golden('list-beside', ['list'], { api: scriptedApi({ list: async () => beside }), terminal: 100 });
  const status = async () => ({
    ...STATUS,
    state: 'paused',
    question: null,
    questions: [],
    forkedFrom: `${SESSION}@3`,
  });
  await golden('fork', ['fork', SESSION, 'research'], { api: scriptedApi({ status }) });
});

test('a run tells what happens, ends with the phase table and names the next command', async () => {
  const plan = 'plan' as PhaseId;
  await golden('start', ['start', 'feature', '--request', 'Add login'], {
    news: [
      { type: 'ahead', ...AHEAD_FOUND },
      { type: 'opened', session: STATUS.session, root: STATUS.worktree!, branch: STATUS.branch },
      {
        type: 'told',
        text: 'Not committed, so not in the working tree of the session: a.ts, notes.md.\nWith --with-changes a start takes such files along.',
      },
      { type: 'setup', command: 'npm ci' },
      {
        type: 'attempt',
        phase: plan,
        number: 2,
        of: 3,
        attempt: 1,
        resumed: false,
        agent: 'claude',
        because: 'first known agent on PATH',
        output: '/o',
      },
      { type: 'agent-line', text: 'thinking' },
      {
        type: 'agent-plan',
        done: 1,
        of: 2,
        entries: [
          { text: 'Read', status: 'done' },
          { text: 'Write', status: 'in-progress' },
        ],
      },
      { type: 'agent-tool', n: 1, title: 'Edit', kind: 'edit', path: 'src/a.ts', status: 'started' },
      { type: 'agent-tool', n: 1, title: 'Edit', kind: 'edit', path: 'src/a.ts', status: 'ended' },
      {
        type: 'agent-ended',
        phase: plan,
        attempt: 1,
        resumed: false,
        outcome: 'completed',
        ms: 61_000,
        calls: 12,
        usage: { inputTokens: 11_000, outputTokens: 1400, totalTokens: null, costUsd: 0.18 },
      },
      { type: 'check', phase: plan, name: 'npm test' },
      { type: 'check-ended', phase: plan, name: 'npm test', outcome: 'failed', ms: 2300 },
      {
        type: 'check-ended',
        phase: plan,
        name: 'lint',
        outcome: 'broke',
        ms: 4,
        why: 'it could not be started',
      },
      {
        type: 'gate-failed',
        by: 'gate',
        phase: plan,
        reasons: ['plan.md is missing'],
        tail: ['oh'],
        retriesLeft: 1,
      },
      {
        type: 'attempt',
        phase: plan,
        number: 2,
        of: 3,
        attempt: 2,
        resumed: false,
        agent: 'claude',
        because: null,
        output: '/o',
      },
      {
        type: 'checkpoint',
        session: STATUS.session,
        seq: 4,
        kind: 'waiting',
        phase: plan,
        commit: 'c'.repeat(40) as never,
        subject: 'cairn: plan waits for approval',
        ms: 40,
      },
      {
        type: 'outcome',
        outcome: {
          session: STATUS.session,
          reason: 'waiting',
          seq: 4,
          state: 'waiting',
          phase: plan,
          commit: 'c'.repeat(40) as never,
          message: 'plan waits for your approval.',
        },
      },
    ],
  });
});

test('a phase that a person does is told as theirs; who has tried its gate in vain is not told it all again', async () => {
  const plan = 'plan' as PhaseId;
  const question = {
    text: 'plan is yours to do.\n\nWrite plan.md.\n',
    options: [],
    kind: 'work' as const,
    handOver: true as const,
  };
  const output = '/site/work/.git/cairn/x/output/plan-1/agent.log';
  const phases = STATUS.phases.map((phase) => (phase.id === plan ? { ...phase, output } : phase));
  const api = scriptedApi({ status: async () => ({ ...STATUS, question, phases }) });
  const outcome: SaidOutcome = { ...OUTCOME, message: question.text };
  await golden('start-by-hand', ['start', 'feature', '--request', 'x'], {
    api,
    news: [
      {
        type: 'attempt',
        phase: plan,
        number: 2,
        of: 3,
        attempt: 1,
        resumed: false,
        agent: 'manual',
        because: 'no agent in the settings or on PATH',
        output,
      },
      { type: 'agent-ended', phase: plan, attempt: 1, resumed: false, outcome: 'needs-input', ms: 4 },
      { type: 'outcome', outcome },
    ],
  });
  await golden('resume-by-hand', ['resume'], {
    api,
    news: [
      { type: 'check-ended', phase: plan, name: 'npm test', outcome: 'failed', ms: 4 },
      {
        type: 'gate-failed',
        by: 'gate',
        phase: plan,
        reasons: ['plan.md is missing'],
        tail: ['', ...Array.from({ length: 40 }, (_, n) => `line ${n + 1}`), ''],
        retriesLeft: 0,
      },
      { type: 'outcome', outcome },
    ],
  });
});

test('an agent that fails is shown with its last words, which the next attempt does not inherit', async () => {
  const plan = 'plan' as PhaseId;
  const attempt = (n: number): RunNews => ({
    type: 'attempt',
    phase: plan,
    number: 2,
    of: 3,
    attempt: n,
    resumed: false,
    agent: 'claude',
    because: null,
    output: `/output/${n}`,
  });
  const fails = (retriesLeft: number): readonly RunNews[] => [
    { type: 'agent-ended', phase: plan, attempt: 1, resumed: false, outcome: 'crashed', ms: 2000 },
    {
      type: 'gate-failed',
      by: 'gate',
      phase: plan,
      reasons: ['plan.md is missing'],
      tail: [''],
      retriesLeft,
    },
  ];
  const outcome: SaidOutcome = {
    ...OUTCOME,
    reason: 'blocked',
    state: 'blocked',
    message: 'plan is blocked.',
  };
  const reasons = ['plan.md is missing'];
  const blocked = {
    ...STATUS,
    state: 'blocked',
    question: null,
    questions: [],
    phases: STATUS.phases.map((row) => (row.id === plan ? { ...row, status: 'blocked', reasons } : row)),
  };
  const api = scriptedApi({ status: async () => blocked });
  await golden('start-crashed', ['start', 'feature', '--request', 'x'], {
    api,
    files: { '/output/1': 'reading\n\n\u001b[31mno key in the environment\u001b[0m\n' },
    news: [attempt(1), ...fails(1), attempt(2), ...fails(0), { type: 'outcome', outcome }],
  });
  // Of another run nothing stands above.
  const { out } = await runLine(['resume'], { api, news: [{ type: 'outcome', outcome }] });
  expect(out).toContain('✗ plan is blocked:\n  - plan.md is missing\n');
});

test('a resume that finds the session waiting says what changed since it was asked', async () => {
  const changed = [{ path: 'plan.md', change: 'modified' as const }];
  const message = 'plan waits for your approval.\nChanged since: plan.md.';
  await golden('resume-waiting', ['resume'], {
    news: [{ type: 'outcome', outcome: { ...OUTCOME, message, changed } }],
  });
});

test('an error says what is wrong, where, and what to do next', async () => {
  const problems = [
    {
      file: '.cairn/workflows/feature.yaml',
      line: 3,
      column: 5,
      message: 'unknown key "artefacts"; did you mean "artifacts"?',
    },
    { file: '.cairn/workflows/feature.yaml', line: 9, column: 1, message: 'phase id "plan" is used twice' },
  ];
  for (const [name, error] of [
    ['workflow', new CairnError('workflow/invalid', { file: '.cairn/workflows/feature.yaml', problems })],
    ['no-commit', new CairnError('git/no-commit', { folder: '/site/work' })],
    ['unexpected', new CairnError('internal/unexpected', { what: 'a null where none can be' })],
  ] as const)
    await golden(`error-${name}`, ['start', 'feature', '--request', 'x'], {
      news: [{ type: 'error', error: toErrorValue(error) }],
    });
  await golden('error-no-session', ['status', 'nothing-like-it']);
});
