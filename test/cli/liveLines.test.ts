import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { RunNews } from '../../src/runner/runEvents.ts';
import type { CommitId, PhaseId, SessionId } from '../../src/model/names/ids.ts';
import { ROWS, runLine } from './runLine.ts';
import { OUTCOME } from './scriptedApi.ts';

const [API, PAGE] = ['api', 'page'] as [PhaseId, PhaseId];
const begins = (phase: PhaseId, number: number): RunNews => ({
  type: 'attempt',
  phase,
  number,
  of: 3,
  attempt: 1,
  resumed: false,
  agent: 'claude',
  because: null,
  output: `/${phase}`,
});
const says = (phase: PhaseId, text: string): RunNews => ({ type: 'agent-line', phase, text });
const checked = (phase: PhaseId): RunNews => ({
  type: 'check-ended',
  phase,
  name: 'npm test',
  outcome: 'passed',
  ms: 1200,
});
const closes = (phase: PhaseId, seq: number): RunNews => ({
  type: 'checkpoint',
  session: 's' as SessionId,
  seq,
  kind: 'phase',
  phase,
  commit: 'abcdef0123456789' as CommitId,
  subject: `cairn: ${phase} is done`,
  ms: 1,
});
const DONE: RunNews = { type: 'outcome', outcome: { ...OUTCOME, reason: 'completed', phase: null } };

/** What a terminal shows after each thing that was written to it, line by line. */
function screens(out: string): readonly (readonly string[])[] {
  let lines = [''];
  let row = 0;
  let column = 0;
  const seen: string[][] = [];
  for (const [part] of out.matchAll(/\u001b\[(\d*)[A-Za-z]|[\r\n]|[^\r\n\u001b]+/g)) {
    const [, n = '', act] = /^\u001b\[(\d*)([A-Z])$/.exec(part) ?? [];
    if (act === 'A') row -= Number(n || 1);
    else if (act === 'K') lines[row] = (lines[row] ?? '').slice(0, column);
    else if (act === 'J') lines = [...lines.slice(0, row), (lines[row] ?? '').slice(0, column)];
    else if (part === '\r') column = 0;
    else if (part === '\n') {
      row += 1;
      column = 0;
      lines[row] ??= '';
    } else if (!part.startsWith('\u001b')) {
      lines[row] = (lines[row] ?? '').slice(0, column) + part;
      column += part.length;
    }
    seen.push([...lines]);
  }
  return seen;
}

const NEWS = [
  // In the order of the table, whoever was ready first.
  begins(PAGE, 2),
  begins(API, 1),
  says(API, 'I am api'),
  says(PAGE, 'I am page'),
  checked(API),
  closes(API, 2),
  says(PAGE, 'still here'),
  closes(PAGE, 3),
  DONE,
];

test('on a terminal each phase at work has a line of its own, kept below what stays until its checkpoint', async () => {
  const { out } = await runLine(['resume'], { terminal: 60, news: NEWS });
  const seen = screens(out).map((lines) => lines.filter((line) => line !== ''));
  const both = seen.find((lines) => lines.some((line) => line.includes('I am page')));
  expect(both?.slice(-2).map((line) => line.slice(2))).toEqual([
    expect.stringMatching(/^1\/3 api · claude · .* · I am api$/),
    expect.stringMatching(/^2\/3 page · claude · .* · I am page$/),
  ]);
  const later = seen.find((lines) => lines.some((line) => line.includes('still here'))) ?? [];
  expect(later.at(-1)).toMatch(/page/);
  expect(later.slice(-3, -1)).toEqual([
    '  ✓ api: npm test passed in 1 s',
    expect.stringContaining('api is done'),
  ]);
  const end = seen.at(-1)?.join('\n') ?? '';
  expect(end).toMatch(/api: npm test[^]*api is done[^]*page is done/);
  expect(end).not.toMatch(/[⠀-⣿]/);
});

test('in a pipe what is said names its phase once several have been at work; a check that runs again says why', async () => {
  const ended: RunNews = {
    type: 'agent-ended',
    phase: PAGE,
    attempt: 1,
    resumed: false,
    outcome: 'completed',
    ms: 2000,
  };
  const { out } = await runLine(['resume'], {
    news: [begins(API, 1), begins(PAGE, 2), ended, checked(PAGE), closes(API, 2), checked(PAGE), DONE],
  });
  expect(out).toContain(
    ['  page: the agent has finished after 2 s', '  ✓ page: npm test passed in 1 s'].join('\n'),
  );
  expect(out).toContain('\n  ✓ page: npm test passed again, with what was published beside it, in 1 s');
  const alone = await runLine(['resume'], { news: [begins(API, 1), checked(API), closes(API, 2), DONE] });
  expect(alone.out).toContain('\n  ✓ npm test passed in 1 s');
});

test('the last words of an agent whose gate does not hold are those of its own phase', async () => {
  const failed: RunNews = {
    type: 'gate-failed',
    by: 'gate',
    phase: API,
    reasons: ['api.md is missing'],
    tail: [],
    retriesLeft: 0,
  };
  const { out } = await runLine(['resume'], {
    files: { '/api': 'the words of api\n', '/page': 'the words of page\n' },
    news: [begins(API, 1), begins(PAGE, 2), failed, DONE],
  });
  expect(out).toContain('the words of api');
  expect(out).not.toContain('the words of page');
});

test.each([
  ['needs-input', 'waits for you'],
  ['completed', 'the agent has ended; what it left is checked'],
])('an attempt that ends with %s is shown as what it is: %s', async (outcome, shown) => {
  const ended: RunNews = { type: 'agent-ended', phase: API, attempt: 1, resumed: false, outcome, ms: 2000 };
  const { out } = await runLine(['resume'], {
    terminal: 100,
    news: async function* news() {
      yield begins(API, 1);
      yield ended;
      await sleep(300);
      yield DONE;
    },
  });
  expect(out).toContain(` · ${shown}`);
  expect(out.includes('the agent has ended')).toBe(outcome === 'completed');
});

test('more phases at work than a terminal has rows are counted in its last line, and nothing scrolls away', async () => {
  const many = Array.from({ length: 9 }, (_one, at) => `p${at + 1}` as PhaseId);
  const { out } = await runLine(['resume'], {
    terminal: 60,
    news: [...many.map((id, at) => begins(id, at + 1)), says(many[0] as PhaseId, 'one'), DONE],
  });
  const seen = screens(out).map((lines) => lines.filter((line) => line !== ''));
  const full = seen.find((lines) => lines.at(-1)?.includes('more at work') && lines.join().includes('· one'));
  expect(full).toHaveLength(ROWS - 1);
  expect(full?.at(-1)).toBe('  … 5 more at work');
});

test('a phase that another round stops, and a worktree whose setup fails, leave no line', async () => {
  const round: RunNews = { ...closes(API, 2), kind: 'round', over: [PAGE] } as RunNews;
  const { out } = await runLine(['resume'], {
    terminal: 60,
    news: [begins(API, 1), begins(PAGE, 2), says(PAGE, 'still at it'), round, DONE],
  });
  expect(screens(out).at(-1)?.join('\n')).not.toContain('still at it');
  const setsUp = (phase: PhaseId): RunNews => ({ type: 'setup', phase, command: 'npm ci' });
  const two = await runLine(['resume'], {
    terminal: 60,
    news: [
      setsUp(API),
      setsUp(PAGE),
      { ...closes(API, 2), kind: 'blocked' } as RunNews,
      says(PAGE, 'x'),
      DONE,
    ],
  });
  const shown = screens(two.out).map((lines) => lines.filter((line) => line.includes('setting up')));
  expect(shown.some((lines) => lines.length === 2)).toBe(true);
  const last = screens(two.out).find((lines) => lines.join().includes('api is done')) ?? [];
  expect(last.filter((line) => line.includes('setting up for api'))).toEqual([]);
});
