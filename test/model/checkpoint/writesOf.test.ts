import { expect, test } from 'vitest';
import type { CheckpointKind } from '../../../src/model/checkpoint/trailers.ts';
import { rowProblems } from '../../../src/model/checkpoint/rowProblems.ts';
import { broughtBy, foreignTo } from '../../../src/model/checkpoint/writesOf.ts';
import type { CommitId, PhaseId, SessionId } from '../../../src/model/names/ids.ts';

const session = 'demo' as SessionId;
const folder = '.cairn/sessions/demo';
const held = 'a'.repeat(40) as CommitId;

test.each<[CheckpointKind, boolean, boolean, readonly string[]]>([
  // Of kind, whether it holds work, whether its phase stays open: what it may not change.
  ['phase', false, false, []],
  ['approval', false, false, []],
  ['approval', false, true, ['a.txt', `${folder}/01-plan/out.md`]],
  ['approval', true, true, ['a.txt', `${folder}/01-plan/out.md`]],
  ['waiting', true, false, ['a.txt', `${folder}/01-plan/out.md`]],
  ['edit', false, false, []],
  ['edit', true, false, ['a.txt', `${folder}/01-plan/out.md`]],
  ['round', false, false, []],
  ['round', true, false, ['a.txt']],
  ['restore', false, false, []],
  ['fork', true, false, []],
  ['closed', false, false, ['a.txt', `${folder}/01-plan/out.md`]],
])('R20: %s that holds work (%s), of a phase that stays open (%s)', (kind, holds, leavesOpen, changed) => {
  const paths = ['a.txt', `${folder}/01-plan/out.md`, `${folder}/STATUS.md`];
  expect(broughtBy({ kind, held: holds ? held : null, leavesOpen }, session, paths)).toEqual(changed);
});

const ENGINE = [
  'STATUS.md',
  'effects.json',
  '02-build/phase.json',
  'PACKET.md',
  '01-plan/PACKET.md',
  '01-plan/LEDGER.md',
  '02-build/LEDGER.md',
  'workflow.yaml',
  'items.json',
];

test.each<[CheckpointKind, readonly string[]]>([
  ['phase', ['02-build/LEDGER.md', 'workflow.yaml', 'items.json']],
  ['waiting', ['PACKET.md', '01-plan/LEDGER.md', '02-build/LEDGER.md', 'workflow.yaml', 'items.json']],
  [
    'answer',
    [
      'PACKET.md',
      '01-plan/PACKET.md',
      '01-plan/LEDGER.md',
      '02-build/LEDGER.md',
      'workflow.yaml',
      'items.json',
    ],
  ],
  ['edit', ['PACKET.md', '01-plan/PACKET.md', '01-plan/LEDGER.md', '02-build/LEDGER.md']],
  ['plan', ['PACKET.md', '01-plan/PACKET.md', '01-plan/LEDGER.md', '02-build/LEDGER.md', 'workflow.yaml']],
  ['round', []],
  ['restore', []],
])('R25: what %s does not write', (kind, foreign) => {
  const phase = 'plan' as PhaseId;
  const paths = [...ENGINE.map((name) => `${folder}/${name}`), 'a.txt'];
  expect(foreignTo({ session, kind, phase }, [{ number: 1, phase }], paths)).toEqual(
    foreign.map((name) => `${folder}/${name}`),
  );
});

type Rows = Readonly<Record<string, string>>;
const at = (seq: number, kind: CheckpointKind, rows: Rows, state = 'running') =>
  ({
    checkpoint: { trailers: { seq, kind, phase: 'plan', state } },
    status: { rows: Object.entries(rows).map(([phase, status]) => ({ phase, status })) },
  }) as unknown as Parameters<typeof rowProblems>[0];

test.each<[CheckpointKind, Rows, Rows, string, readonly string[]]>([
  ['phase', { plan: 'pending' }, { plan: 'done' }, 'running', []],
  [
    'waiting',
    { plan: 'pending' },
    { plan: 'done' },
    'waiting',
    ['plan is done by a checkpoint of kind waiting of plan'],
  ],
  ['phase', { plan: 'done', b: 'pending' }, { plan: 'done', b: 'skipped' }, 'done', []],
  [
    'phase',
    { plan: 'done', b: 'pending' },
    { plan: 'done', b: 'skipped' },
    'running',
    ['b is skipped by a checkpoint of kind phase of plan'],
  ],
  [
    'phase',
    { b: 'done' },
    { b: 'pending' },
    'running',
    ['b was done, and is not any more by one of kind phase of plan'],
  ],
  ['phase', { b: 'done' }, {}, 'running', ['b was done, and is not any more by one of kind phase of plan']],
  ['phase', { b: 'skipped' }, { b: 'done' }, 'running', ['b is done by a checkpoint of kind phase of plan']],
  ['skipped', { plan: 'pending' }, { plan: 'skipped' }, 'running', []],
  ['round', { plan: 'done', b: 'done' }, { plan: 'pending', b: 'pending' }, 'running', []],
  ['edit', { b: 'done' }, { b: 'waiting' }, 'waiting', []],
  ['edit', { b: 'pending' }, { b: 'done' }, 'running', ['b is done by a checkpoint of kind edit of plan']],
  ['restore', { b: 'pending' }, { b: 'done' }, 'running', []],
])('R24: %s from %o to %o, %s', (kind, before, now, state, problems) => {
  expect(rowProblems(at(3, kind, now, state), at(2, kind, before))).toEqual(problems);
  expect(rowProblems(at(4, kind, now, state), at(2, kind, before))).toEqual([]);
});
