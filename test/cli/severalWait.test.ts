import { CairnError } from '../../src/base/cairnError.ts';
import type { Refusal, Waits } from '../../src/base/refusal.ts';
import { errorSentence } from '../../src/cli/output/errorSentence.ts';
import { expect, test } from 'vitest';
import type { PhaseId } from '../../src/model/names/ids.ts';
import { runLine } from './runLine.ts';
import { PHASES, scriptedApi, SESSION, STATUS } from './scriptedApi.ts';

const [plan, implement] = ['plan', 'implement'] as [PhaseId, PhaseId];

test('where two phases wait, status shows what each asks, and each command names its phase', async () => {
  const phases = PHASES.map((row) =>
    row.id === implement ? { ...row, status: 'waiting', attempt: 1 } : row,
  );
  const api = scriptedApi({
    status: async () => ({
      ...STATUS,
      phases,
      next: [plan, implement],
      questions: [
        { phase: plan, text: 'plan waits for your approval.', options: [], kind: 'approval' },
        { phase: implement, text: 'Which colour?\nIt is not said.', options: [], kind: 'question' },
      ],
    }),
  });
  const { out } = await runLine(['status'], { api });
  expect(out).toContain('\nplan waits for your approval.\n\nimplement: Which colour?\nIt is not said.\n');
  const next = out.slice(out.indexOf('\nNext\n')).replaceAll(/ +/g, ' ');
  expect(next).toMatch(/cairn diff .*plan see[^]*cairn approve .*plan say[^]*cairn reject .*plan -m/);
  expect(next).toMatch(/cairn answer .*implement -m "…" answer it\n cairn resume/);
  expect(next.match(/resume/g)).toHaveLength(1);
});

const approval: Waits = { phase: plan, for: 'approval' };
const question: Waits = { phase: implement, for: 'question' };

test.each<readonly [act: 'approve' | 'reject' | 'answer', waits: readonly Waits[], hint: string]>([
  ['approve', [question, approval], `cairn approve ${SESSION} plan`],
  ['reject', [question, approval], `cairn reject ${SESSION} plan`],
  ['answer', [approval, question], `Answer it: cairn answer ${SESSION} implement -m "…"`],
  [
    'approve',
    [approval, { ...approval, phase: 'verify' }],
    `cairn approve ${SESSION} plan\ncairn approve ${SESSION} verify`,
  ],
  [
    'answer',
    [approval],
    `Approve it: cairn approve ${SESSION} plan\nOr send it back: cairn reject ${SESSION} plan -m "…"`,
  ],
  [
    'approve',
    [question, { ...question, phase: 'verify' }],
    `Answer it: cairn answer ${SESSION} implement -m "…"\nAnswer it: cairn answer ${SESSION} verify -m "…"`,
  ],
])(
  '%s that is meant for one of several is refused with commands that work, each of which names its phase',
  (act, waits, hint) => {
    const [first] = waits as [Waits];
    const hintOf = (refusal: Refusal): string | null =>
      errorSentence('usage/not-possible', { act, session: SESSION, refusal }).hint;
    expect(hintOf({ because: 'several-wait', waits })).toBe(hint);
    expect(hintOf({ because: 'other-waits', named: 'build', waits })).toBe(hint);
    if (waits.length === 1) expect(hintOf({ because: 'not-asked', question: null, waits: first })).toBe(hint);
  },
);

test('a word about a phase that does not wait is told all that do, and what for', () => {
  const refusal = { because: 'other-waits', named: 'build', waits: [approval, question] } as const;
  const { message } = errorSentence('usage/not-possible', { act: 'approve', session: SESSION, refusal });
  expect(message).toBe(
    `Cannot approve ${SESSION}: build does not wait; plan does; implement does, for an answer`,
  );
});

/** One waits, of a session that another phase was sent back in. */
const ONE_STILL = {
  ...STATUS,
  question: null,
  questions: [{ phase: plan, text: 'Which colour?', options: ['red', 'blue'], kind: 'question' }],
} as const;

test.each(['paused', 'interrupted', 'blocked', 'running'])(
  'what still waits in a session that is %s is shown by its name, with commands that name it',
  async (state) => {
    const { out } = await runLine(['status'], {
      api: scriptedApi({ status: async () => ({ ...ONE_STILL, state }) }),
    });
    expect(out).toContain('\nplan: Which colour?\n  1. red\n  2. blue\n');
    const next = out.slice(out.indexOf('\nNext\n'));
    expect(next).toContain('cairn answer plan -m red');
    // What goes for the session as a whole comes after it, as ever.
    expect(next.trim().split('\n').length).toBeGreaterThan(3);
  },
);

test('an agent that asks for a permission hides no phase that waits beside it', async () => {
  const permission = {
    text: 'opencode asks for a permission (execute): npm test',
    options: ['allow', 'always', 'deny'],
    kind: 'permission',
  } as const;
  const { out } = await runLine(['status'], {
    api: scriptedApi({ status: async () => ({ ...ONE_STILL, state: 'waiting', question: permission }) }),
  });
  expect(out).toContain('opencode asks for a permission (execute): npm test\n  1. allow');
  expect(out).toContain('\n\nplan: Which colour?\n');
  expect(out).toMatch(/cairn answer plan -m red[^]*cairn answer -m allow/);
});

test('a single question names its phase', async () => {
  const [question] = ONE_STILL.questions;
  const { out } = await runLine(['status'], {
    api: scriptedApi({ status: async () => ({ ...ONE_STILL, state: 'waiting', question }) }),
  });
  expect(out).toContain('\nplan: Which colour?\n');
  expect(out).toContain('cairn answer -m red');
});

test('what is said besides the question does not stick to its options', async () => {
  const [question] = ONE_STILL.questions;
  const skipped = { file: 'plan/tasks.json', at: '/docs', found: 'no' };
  const phases = PHASES.map((row) => (row.id === implement ? { ...row, status: 'skipped', skipped } : row));
  const { out } = await runLine(['resume'], {
    api: scriptedApi({ status: async () => ({ ...ONE_STILL, phases, state: 'waiting', question }) }),
  });
  expect(out).toContain('\n  2. blue\n\nimplement is skipped: ');
});

test.each([
  ['2', 'answered: blue'],
  ['Neither, but green', 'answered: Neither, but green'],
  [`word ${'and word '.repeat(20)}`, `answered: ${`word ${'and word '.repeat(20)}`.slice(0, 79)}…`],
])('the answer %j is repeated as it was understood', async (said, shown) => {
  const { out } = await runLine(['answer', '-m', said], {
    api: scriptedApi({ status: async () => ONE_STILL }),
  });
  expect(out).toContain(`✓ ${shown} (checkpoint 5 of login).`);
});

test('status says in which worktree the work of a phase lies that waits or is blocked, where that is another one', async () => {
  const phases = PHASES.map((row) =>
    row.id === plan ? { ...row, worktree: '/site/work.worktrees/second' } : row,
  );
  const { out } = await runLine(['status'], {
    api: scriptedApi({ status: async () => ({ ...STATUS, phases }) }),
  });
  expect(out).toContain(`Working tree  ${STATUS.worktree}\n  of plan     /site/work.worktrees/second\n`);
});

test('a phase that is repeated is said to be that, with the phases that there are of it', async () => {
  const error = new CairnError('usage/unknown-phase', {
    phase: 'build',
    known: ['plan', 'build-a', 'build-b'],
    items: ['build-a', 'build-b'],
  });
  const { err, code } = await runLine(['diff', SESSION, 'build'], {
    api: scriptedApi({ diff: () => Promise.reject(error) }),
  });
  expect(err).toBe('cairn: "build" is repeated for each item of a list: its phases are build-a, build-b.\n');
  expect(code).toBe(2);
});

test('a limit of the session that several have reached is one question, and one command for each of its answers', async () => {
  const limit = {
    text: 'The session has reached its limit of time: 4s used, 3s allowed.',
    options: ['raise to 6s', 'go on without', 'stop'],
    kind: 'question',
    about: 'limit',
  } as const;
  const phases = PHASES.map((row) => ({ ...row, status: 'waiting' }));
  const both = [plan, implement].map((phase) => ({ ...limit, phase }));
  const asks = { text: 'Which colour?', options: [], kind: 'question' } as const;
  const status = async (questions: typeof STATUS.questions): Promise<string> => {
    const view = { ...STATUS, state: 'waiting', phases, question: limit, questions };
    return (await runLine(['status'], { api: scriptedApi({ status: async () => view }) })).out;
  };
  const alone = await status(both);
  expect(alone.match(/The session has reached/g)).toHaveLength(1);
  expect(alone).toContain(
    '\nThe session has reached its limit of time: 4s used, 3s allowed.\n  1. raise to 6s\n',
  );
  expect(alone.match(/cairn answer /g)).toHaveLength(3);
  expect(alone).toContain("cairn answer -m 'raise to 6s'");
  const beside = await status([...both, { ...asks, phase: 'verify' as PhaseId }]);
  expect(beside.match(/The session has reached/g)).toHaveLength(1);
  expect(beside).toContain("cairn answer plan -m 'raise to 6s'");
  expect(beside).toContain('verify: Which colour?');
});
