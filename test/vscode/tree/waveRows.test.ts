import { expect, test } from 'vitest';
import type { PhaseId, SessionId } from '../../../src/model/names/ids.ts';
import type { PhaseView } from '../../../src/session/results.ts';
import { statusBar } from '../../../src/vscode/state/statusBar.ts';
import { viewMessage } from '../../../src/vscode/state/viewMessage.ts';
import type { Row } from '../../../src/vscode/tree/row.ts';
import { topRows } from '../../../src/vscode/tree/sessionRows.ts';
import { phaseTooltip, sessionTooltip } from '../../../src/vscode/tree/tooltip.ts';
import { phasesOfWave, waveRows } from '../../../src/vscode/tree/waveRows.ts';
import { donePhase, KEY, node, NOW, phase, repositoryFolder, rescue, windowOf } from '../builders.ts';

const line = (row: Row): string => `${row.label} | ${row.description}`;
const needs = (...ids: readonly string[]) => ({ needs: ids as readonly PhaseId[] });
const of = (phases: readonly PhaseView[], state = 'running') => node(state, { status: { phases } });

/** A plan, an item each for two tasks, docs that are skipped, a review that sent the work back. */
const GRAPH = [
  donePhase(1, 'plan'),
  donePhase(2, 'build-api', { ...needs('plan'), title: 'Build the API', round: 2, attempt: 3 }),
  phase(2, 'build-page', {
    ...needs('plan'),
    title: 'Build the page',
    status: 'running',
    round: 2,
    attempt: 2,
  }),
  phase(3, 'docs', {
    ...needs('plan'),
    status: 'skipped',
    skipped: { file: 'plan/tasks.json', at: '/docs', found: 'no' },
  }),
  phase(4, 'review', { ...needs('build-api', 'build-page'), round: 2, attempt: 1 }),
];

test('phases that may run side by side are below a row of their wave, all others below their session', () => {
  const session = of(GRAPH);
  const rows = waveRows(KEY, session, NOW);
  expect(rows.map((row) => [line(row), row.open])).toEqual([
    ['1 plan | 1/1 · attempt 1 · 4 min', 'collapsed'],
    ['Wave 2 | 1 of 3 done, 1 skipped', 'expanded'],
    ['4 review | round 2', 'collapsed'],
  ]);
  expect(phasesOfWave(KEY, session, 2, NOW).map(line)).toEqual([
    '2 Build the API | round 2 · attempt 3 · 1/1 · item 1 of 2 · 4 min',
    '2 Build the page | round 2 · attempt 2 · 0/1 · item 2 of 2',
    '3 docs | skipped: plan/tasks.json /docs is "no"',
  ]);
});

test('what a row shows of waves, items, rounds and skipped phases is spoken, too', () => {
  const session = of(GRAPH);
  expect(waveRows(KEY, session, NOW)[1]?.spoken).toBe(
    'Wave 2, side by side, running, 1 of 3 done, 1 skipped',
  );
  expect(phasesOfWave(KEY, session, 2, NOW).map(({ spoken }) => spoken)).toEqual([
    'Phase 2, Build the API, done, item 1 of 2, round 2, attempt 3, 1 of 1 artifact, 4 minutes ago',
    'Phase 2, Build the page, running, item 2 of 2, round 2, attempt 2, 0 of 1 artifact',
    'Phase 3, docs, skipped, plan/tasks.json /docs is "no"',
  ]);
});

test.each<[name: string, statuses: readonly string[], icon: string, spoken: string]>([
  ['one that asks before one that runs', ['running', 'waiting'], 'bell-dot', 'waiting for you'],
  ['one that is blocked before all others', ['waiting', 'blocked'], 'error', 'blocked'],
  ['that nothing has begun', ['pending', 'pending'], 'circle-large-outline', 'not started'],
  ['that all of it is done', ['done', 'skipped'], 'pass-filled', 'done'],
  ['that all of it was skipped', ['skipped', 'skipped'], 'debug-step-over', 'skipped'],
])('the row of a wave shows %s', (_name, statuses, icon, spoken) => {
  const session = of(statuses.map((status, index) => phase(index + 1, `p${index}`, { status })));
  const [wave] = waveRows(KEY, session, NOW);
  expect([wave?.icon, wave?.spoken]).toEqual([
    expect.objectContaining({ id: icon }),
    expect.stringContaining(`side by side, ${spoken}`),
  ]);
});

test.each<[words: string, statuses: string]>([
  ['0 of 3 phases done', 'pending pending pending'],
  ['1 of 4 phases done, 2 running', 'done running checking pending'],
  ['1 of 3 done, 1 skipped', 'done skipped running'],
  ['1 skipped', 'skipped waiting'],
  ['2 done, 1 skipped', 'done skipped done'],
  ['3 phases done', 'done done done'],
  ['2 phases skipped', 'skipped skipped'],
])('the row of a wave says how far it is: %s', (words, statuses) => {
  const session = of(statuses.split(' ').map((status, n) => phase(n + 1, `p${n}`, { status })));
  expect(waveRows(KEY, session, NOW)[0]?.description).toBe(words);
});

test('a phase behind a loop that was never tried says nothing of rounds, and one that asks is open without any attempt', () => {
  const session = of([
    phase(1, 'plan', { round: 3 }),
    phase(2, 'docs', { ...needs('plan'), status: 'waiting' }),
  ]);
  expect(waveRows(KEY, session, NOW).map((row) => [line(row), row.open])).toEqual([
    ['1 plan | ', 'none'],
    ['2 docs | ', 'expanded'],
  ]);
});

test('a phase that is not repeated yet says for what it will be', () => {
  const forEach = { file: 'plan/tasks.json', at: '/tasks' };
  const session = of([
    phase(1, 'build', { forEach }),
    phase(2, 'test', { forEach, ...needs('build'), status: 'skipped' }),
  ]);
  expect(waveRows(KEY, session, NOW).map(({ description, spoken }) => [description, spoken])).toEqual([
    [
      'for each item of plan/tasks.json /tasks',
      'Phase 1, build, not started, for each item of plan/tasks.json /tasks',
    ],
    ['', 'Phase 2, test, skipped'],
  ]);
});

test('several phases at work each have their row; session, message and status bar say how many, and who needs a person', () => {
  const session = of([
    donePhase(1, 'plan'),
    phase(2, 'api', { ...needs('plan'), status: 'running', attempt: 1 }),
    phase(3, 'page', { ...needs('plan'), status: 'checking', attempt: 1 }),
    phase(4, 'docs', { ...needs('plan'), status: 'waiting', attempt: 1 }),
  ]);
  expect(phasesOfWave(KEY, session, 2, NOW).map(({ spoken }) => spoken)).toEqual([
    'Phase 2, api, running, attempt 1, 0 of 1 artifact',
    'Phase 3, page, being checked, attempt 1, 0 of 1 artifact',
    'Phase 4, docs, waiting for you, attempt 1, 0 of 1 artifact',
  ]);
  const state = windowOf(repositoryFolder([session]));
  expect(topRows(state, NOW)[0]?.description).toBe('running 2 phases, 1 needs you · 4 min');
  expect(viewMessage(state)).toBe('Running 2 phases: api, page. docs needs you.');
  expect(statusBar(state)).toMatchObject({
    text: expect.stringContaining('2 phases at work, 1 needs you'),
    warning: true,
  });
  const other = of([phase(1, 'plan', { status: 'running', attempt: 1 })]);
  const summary = { ...other.summary, session: 'other' as SessionId, title: 'Other' };
  const both = windowOf(repositoryFolder([{ ...other, summary }, session]));
  expect(viewMessage(both)).toBe('2 sessions are running, 1 needs you.');
  expect(statusBar(both)?.text).toContain('2 phases at work, 1 needs you +1');
});

test('a session that nobody has looked into says how many of its phases wait while others work', () => {
  const summary = { ...of([]).summary, waiting: ['docs', 'page'] as PhaseId[] };
  const state = windowOf(repositoryFolder([{ ...of([]), summary, status: null }]));
  expect(topRows(state, NOW)[0]?.description).toBe('running, 2 need you · 4 min');
  expect(viewMessage(state)).toBe('Running plan. docs, page need you.');
  expect(statusBar(state)).toMatchObject({
    text: expect.stringContaining('plan, 2 need you'),
    warning: true,
  });
});

test('a wave that is over is closed, even if it was open before, and rescued work comes last', () => {
  const [before, after] = ['running', 'done'].map((status) =>
    waveRows(
      KEY,
      node('running', {
        status: { rescues: [rescue(1)], phases: [donePhase(1, 'a'), phase(2, 'b', { status })] },
      }),
      NOW,
    ),
  );
  expect([before?.[0]?.open, after?.[0]?.open]).toEqual(['expanded', 'collapsed']);
  expect(after?.[0]?.id).not.toBe(before?.[0]?.id);
  expect(after?.[1]?.label).toBe('Rescued work');
});

test('on hover a session shows its waves, and a phase why it is skipped, its item, its round and what it needs', () => {
  const session = of(GRAPH);
  expect(sessionTooltip(session, NOW)).toContain(
    [
      '1. $(pass-filled) plan',
      '2. $(pass-filled) Build the API, $(sync~spin) Build the page, $(debug-step-over) docs',
      '3. $(circle-large-outline) review',
    ].join('\n'),
  );
  expect(sessionTooltip(of([donePhase(1, 'plan'), phase(2, 'build', needs('plan'))]), NOW)).not.toContain(
    'Waves',
  );
  const [, api, , docs, review] = GRAPH.map((one) => phaseTooltip(session, one, NOW));
  expect(api).toMatch(/\| Item \| 1 of 2 \|\n\| Round \| 2 \|\n\| Attempt \| 3 \|/);
  expect(docs).toContain('| Why | plan/tasks\\.json /docs is "no" |');
  expect(review).toContain('| Needs | Build the API, Build the page |');
});

test('why a phase is skipped brings no line end and no link of a file along', () => {
  const found = 'x\u202e\n$(alert) [a](command:b)';
  const skipped = phase(1, 'docs', { status: 'skipped', skipped: { file: 'a.json', at: '\n/x', found } });
  const session = of([skipped]);
  const [row] = waveRows(KEY, session, NOW);
  expect(row?.description).not.toMatch(/[\n\u202e]/);
  expect(phaseTooltip(session, skipped, NOW)).not.toMatch(/\u202e|\]\(command|[^\\]\$\(/);
});
