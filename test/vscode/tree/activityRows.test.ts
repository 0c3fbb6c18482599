import { describe, expect, test } from 'vitest';
import type { PhaseId } from '../../../src/model/names/ids.ts';
import { reduceState } from '../../../src/vscode/state/reduceState.ts';
import type { Activity } from '../../../src/vscode/state/activity.ts';
import { activityBetween, freshRow, rowsToRedraw } from '../../../src/vscode/tree/redraw.ts';
import { NOTHING_SEEN, type SessionNode } from '../../../src/vscode/state/windowState.ts';
import { detailRows, outputRows } from '../../../src/vscode/tree/detailRows.ts';
import { waveRows } from '../../../src/vscode/tree/waveRows.ts';
import type { Row } from '../../../src/vscode/tree/row.ts';
import { rowsOfActivity, activityRows } from '../../../src/vscode/tree/activityRows.ts';
import { KEY, node, NOW, phase, repositoryFolder, summary, windowOf } from '../builders.ts';

const activity: Activity = {
  phase: 'plan' as PhaseId,
  attempt: 1,
  works: true,
  plan: {
    type: 'agent-plan',
    done: 1,
    of: 5,
    entries: [
      { text: 'Read the parser', status: 'done' },
      { text: 'Write $(alert) **tests**', status: 'in-progress' },
      { text: 'Ship', status: 'pending' },
    ],
  },
  calls: [
    { type: 'agent-tool', n: 7, title: 'Run tests', kind: 'execute', path: null, status: 'started' },
    { type: 'agent-tool', n: 6, title: 'Edit', kind: 'edit', path: 'src/a.ts', status: 'failed' },
    { type: 'agent-tool', n: 5, title: 'Read src/a.ts', kind: 'read', path: 'src/a.ts', status: 'ended' },
    {
      type: 'agent-tool',
      n: 4,
      title: 'Write',
      kind: 'toString',
      path: '.cairn/sessions/s/02-plan/plan.md',
      status: 'ended',
    },
  ],
  count: 7,
  says: 'Now the tests.',
};
const running: SessionNode = { ...node('running'), activities: [activity] };
const plan = phase(2, 'plan', { status: 'running', attempt: 1 });
const line = (row: Row): string =>
  `${'id' in row.icon ? row.icon.id : 'file'} ${row.label}${row.description === '' ? '' : ` | ${row.description}`}`;
const below = (what: string, of: Activity | null = activity): readonly Row[] =>
  activityRows(KEY, running, plan).flatMap(({ subject }) =>
    subject.kind === 'activity' && subject.what === what
      ? rowsOfActivity(subject, of === null ? [] : [of])
      : [],
  );

describe('below a phase that runs', () => {
  test('come plan, calls and what its agent says, before all else', () => {
    expect(detailRows(KEY, running, plan).map(line)).toEqual([
      'checklist Plan | 1 of 5 done',
      'tools Tool calls | 7',
      'comment Now the tests.',
      'circle-large-outline plan.md | not yet',
      'diff-multiple Changed files',
    ]);
  });

  test('the steps say how far they are, and that there are more', () =>
    expect(below('plan').map(line)).toEqual([
      'pass Read the parser',
      'arrow-circle-right Write $(alert) **tests**',
      'circle-large-outline Ship',
      'ellipsis and 2 more',
    ]));

  test('the calls say what they are, where, and how they went; those of a file open it', () => {
    expect(below('calls').map((row) => [line(row), row.click])).toEqual([
      ['loading~spin Run tests', null],
      ['error Edit | failed · src/a.ts', 'cairn.openToolCall'],
      ['eye Read src/a.ts', 'cairn.openToolCall'],
      ['tools Write | 02-plan/plan.md', 'cairn.openToolCall'],
    ]);
    expect(below('calls', { ...activity, works: false })[0]?.icon).toMatchObject({ id: 'circle-slash' });
  });

  test('all of it is said in words', () =>
    expect(
      [...activityRows(KEY, running, plan), ...below('plan'), ...below('calls')].map(({ spoken }) => spoken),
    ).toEqual([
      'Plan of the agent, 1 of 5 steps done',
      '7 tool calls so far, 1 running',
      'The agent says: Now the tests.',
      'Step 1, Read the parser, done',
      'Step 2, Write $(alert) **tests**, in progress',
      'Step 3, Ship, not started',
      'and 2 more steps',
      'Tool call 7, Run tests, running',
      'Tool call 6, Edit, failed, src/a.ts',
      'Tool call 5, Read src/a.ts, done',
      'Tool call 4, Write, done, 02-plan/plan.md',
    ]));

  test('a checkpoint that takes many files says how far it is, last of all', () => {
    const taken = (step: 'searched' | 'stored'): Row | undefined =>
      activityRows(
        KEY,
        {
          ...running,
          activities: [{ ...activity, taking: { type: 'taking', step, done: 4000, of: 10_000 } }],
        },
        plan,
      ).at(-1);
    expect(taken('stored')).toMatchObject({
      label: 'Checkpoint',
      description: '4,000 of 10,000 files stored',
      spoken: 'Checkpoint, 4,000 of 10,000 files stored',
    });
    expect(taken('searched')?.description).toBe('4,000 of 10,000 files searched for secrets');
  });

  test('nothing of it is there for another phase, another attempt, or nothing said yet', () => {
    expect(activityRows(KEY, running, phase(1, 'research', { attempt: 1 }))).toEqual([]);
    expect(activityRows(KEY, running, { ...plan, attempt: 2 })).toEqual([]);
    expect(activityRows(KEY, { ...running, activities: [] }, plan)).toEqual([]);
    const quiet = { ...running, activities: [{ ...activity, plan: null, calls: [], says: '' }] };
    expect(activityRows(KEY, quiet, plan)).toEqual([]);
  });

  test('is open while it runs, and closes by itself when it is done', () => {
    const [, now] = waveRows(KEY, running, NOW);
    const [, later] = waveRows(KEY, node('interrupted'), NOW);
    expect([now?.open, later?.open]).toEqual(['expanded', 'collapsed']);
    expect(now?.id).not.toBe(later?.id);
  });
});

test('below the output come the attempts that left some, the newest first', () => {
  const of = phase(2, 'plan', { attempt: 3 });
  const left = [
    { attempt: 3, agent: true, errors: true },
    { attempt: 1, agent: true, errors: false },
  ];
  expect(outputRows(KEY, summary().session, of, left).map((row) => [line(row), row.spoken])).toEqual([
    ['output Attempt 3 | newest', 'Output of attempt 3, newest'],
    ['warning Attempt 3 | standard error', 'Output of attempt 3, standard error'],
    ['output Attempt 1', 'Output of attempt 1'],
  ]);
  const open = (over: Partial<typeof of>): string | undefined =>
    detailRows(KEY, node('running'), { ...of, output: '/o', ...over }).find(
      ({ context }) => context === 'output',
    )?.open;
  expect([
    open({}),
    open({ attempt: 1 }),
    open({ attempt: 1, agent: { kind: 'acp', name: 'a', version: null } }),
  ]).toEqual(['collapsed', 'none', 'collapsed']);
});

describe('what is drawn anew after an agent did something', () => {
  const key = { repository: KEY, session: summary().session };
  const before = windowOf(repositoryFolder([running]));
  const seen = (next: Activity | null) =>
    reduceState(before, {
      type: 'seen',
      key: KEY,
      session: key.session,
      seen: { ...NOTHING_SEEN, activities: next === null ? [] : [next] },
    });

  test('is what shows it, and nothing that costs a process', () => {
    const after = seen({ ...activity, says: 'Next.' });
    expect(activityBetween(before, after)).toEqual([key]);
    const ids = activityRows(KEY, running, plan).map(({ id }) => id);
    expect(rowsToRedraw(before, after)).toEqual(ids);
    const old = activityRows(KEY, running, plan).at(-1)!;
    expect(freshRow(after, old).label).toBe('Next.');
    expect(freshRow(before, old).label).toBe('Now the tests.');
  });

  test('is the phase, where there is one thing more or less to show', () => {
    const [, phaseRow] = waveRows(KEY, running, NOW);
    expect(rowsToRedraw(before, seen({ ...activity, plan: null }))).toEqual([phaseRow?.id]);
    expect(rowsToRedraw(before, seen(null))).toEqual([phaseRow?.id]);
  });

  test('the same seen once more is nothing', () => expect(seen({ ...activity })).toBe(before));

  test('is everything, where anything else is new', () => {
    const moved = windowOf(repositoryFolder([{ ...running, summary: summary({ seq: 9 }) }]));
    expect(rowsToRedraw(before, moved)).toBeNull();
    expect(activityBetween(before, windowOf())).toBeNull();
    expect(activityBetween(before, { ...before, trusted: false })).toBeNull();
  });

  test('it stays when the session is looked at again', () => {
    const again = reduceState(before, {
      type: 'listed',
      key: KEY,
      sessions: [summary({ seq: 3 })],
    });
    expect(
      again.folders[0]?.kind === 'repository' && again.folders[0].repository.sessions[0]?.activities,
    ).toEqual([activity]);
  });
});
