import { expect, test } from 'vitest';
import type { PhaseId } from '../../../src/model/names/ids.ts';
import type { RunEvent, RunNews } from '../../../src/runner/runEvents.ts';
import { timeOfDay } from '../../../src/sentences/timeOfDay.ts';
import { reducePreparation, type Preparation } from '../../../src/vscode/state/preparation.ts';
import { statusBar } from '../../../src/vscode/state/statusBar.ts';
import { viewMessage } from '../../../src/vscode/state/viewMessage.ts';
import { topRows } from '../../../src/vscode/tree/sessionRows.ts';
import { sessionTooltip } from '../../../src/vscode/tree/tooltip.ts';
import { node, NOW, repositoryFolder, windowOf } from '../builders.ts';

const at = '2026-11-21T10:00:00.000Z';
const since = timeOfDay(at).slice(0, 5);
const of = (...news: readonly RunNews[]): Preparation | null =>
  news.map((one): RunEvent => ({ ...one, at })).reduce(reducePreparation, null);

const setup: RunNews = { type: 'setup', command: 'npm ci' };
const check = (name: string, n = 1, all = 1): RunNews => ({ type: 'baseline', name, n, of: all });
const ended = (name: string, outcome: 'passed' | 'failed' | 'broke' | 'no-time'): RunNews => ({
  type: 'baseline-ended',
  name,
  outcome,
  ms: 1,
});
const attempt: RunNews = {
  type: 'attempt',
  phase: 'plan' as PhaseId,
  number: 1,
  of: 3,
  attempt: 1,
  resumed: false,
  agent: 'claude',
  because: null,
  output: '/o',
};

/** In the row, in the status bar and above the tree. */
function said(preparation: Preparation | null): readonly (string | undefined)[] {
  const state = windowOf(repositoryFolder([{ ...node('running'), preparation }]));
  return [topRows(state, NOW)[0]?.description, statusBar(state)?.text, viewMessage(state)];
}

const AT_WORK = ['running plan · 4 min', '$(sync~spin) Add login: plan', 'Running phase 2 of 3, plan.'];

test.each<[string, readonly RunNews[], readonly string[]]>([
  ['nothing', [], AT_WORK],
  [
    'a set-up',
    [setup],
    [
      'setting up: npm ci · 4 min',
      '$(sync~spin) Add login: setting up',
      `Setting up the worktree since ${since}: npm ci.`,
    ],
  ],
  [
    'the only check, after a set-up',
    [setup, check('npm test')],
    [
      'npm test beforehand · 4 min',
      '$(sync~spin) Add login: npm test beforehand',
      `Running npm test before anything is changed, since ${since}.`,
    ],
  ],
  [
    'the second of two, after one that was red',
    [check('lint', 1, 2), ended('lint', 'failed'), check('npm test', 2, 2)],
    [
      'npm test beforehand (2 of 2), lint was red · 4 min',
      '$(sync~spin) Add login: npm test beforehand',
      `Running npm test before anything is changed, since ${since} (2 of 2). lint was red.`,
    ],
  ],
  [
    'an attempt, after one that was red',
    [check('npm test'), ended('npm test', 'failed'), attempt],
    [...AT_WORK.slice(0, 2), 'Running phase 2 of 3, plan. npm test was red before anything was changed.'],
  ],
  ['an attempt, after all were green', [check('npm test'), ended('npm test', 'passed'), attempt], AT_WORK],
  ['one for which there was no time', [check('npm test'), ended('npm test', 'no-time'), attempt], AT_WORK],
  ['a set-up that failed', [setup, { ...gateFailed() }], AT_WORK],
  ['the set-up of a phase beside others', [{ ...setup, phase: 'plan' as PhaseId }], AT_WORK],
])('of what is done before an agent works the window says %s', (_, news, shown) =>
  expect(said(of(...news))).toEqual(shown),
);

function gateFailed(): RunNews {
  return {
    type: 'gate-failed',
    by: 'setup',
    phase: 'plan' as PhaseId,
    reasons: [],
    tail: [],
    retriesLeft: 0,
  };
}

test('on hover it says since when, and what was red for as long as the session is worked on', () => {
  const tooltip = (...news: readonly RunNews[]): string =>
    sessionTooltip({ ...node('running'), preparation: of(...news) }, NOW);
  const red = [check('lint', 1, 2), ended('lint', 'failed')];
  expect(tooltip(...red, check('test', 2, 2))).toMatch(
    /Now\W.*test beforehand .*2 of 2.*, lint was red, since \d\d/,
  );
  expect(tooltip(...red, attempt)).toMatch(/Red before\W.*lint/);
  expect(tooltip(...red, attempt)).not.toContain('Now');
  expect(tooltip(attempt)).not.toContain('Red before');
});

test('however many checks there are and whatever they are called, little is kept of them', () => {
  const many = Array.from({ length: 1000 }, (_, n) => ended(`${n}\n${'x'.repeat(10_000)}`, 'failed'));
  const kept = of(...many, check(`a\u202eb\n${'y'.repeat(10_000)}`));
  expect(JSON.stringify(kept).length).toBeLessThan(3_000);
  expect(said(kept).join('')).not.toMatch(/[\n\u202e]/);
});

test('what is no news of it is the same value', () => {
  const before = of(check('npm test'), ended('npm test', 'passed'), attempt);
  expect(reducePreparation(before, { ...attempt, at })).toBe(before);
  expect(reducePreparation(null, { ...attempt, at })).toBe(null);
});
