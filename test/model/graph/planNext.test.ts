import { describe, expect, test } from 'vitest';
import { filesAskedFor, planNext, type NextStep, type TipFacts } from '../../../src/model/graph/planNext.ts';
import type { Said } from '../../../src/model/graph/said.ts';
import type { FileValue } from '../../../src/model/graph/readFileValue.ts';
import type { PhaseId } from '../../../src/model/names/ids.ts';
import { nextPhase } from '../../../src/model/plan/nextPhase.ts';
import { readLists } from '../../../src/model/items/readLists.ts';
import type { StatusRow } from '../../../src/model/status/status.ts';
import type { Workflow } from '../../../src/model/workflow/workflow.ts';
import { sha256 } from '../../../src/host/hashes.ts';
import { workflowOf } from '../workflowOf.ts';

const DOCS = { file: 'plan/plan.json', at: '/docs', is: true };
/** `plan` is needed by `build` and `docs`, and both by `verify`. */
const DIAMOND = workflowOf([
  { id: 'plan' },
  { id: 'build', needs: ['plan'] },
  { id: 'docs', needs: ['plan'], when: DOCS },
  { id: 'verify', needs: ['build', 'docs'] },
]);

const rows = (said: string) =>
  said.split(' ').map((one) => {
    const [phase = '', status = ''] = one.split(':');
    return { phase: phase as PhaseId, status: status as StatusRow['status'] };
  });
const value =
  (of: unknown): (() => FileValue) =>
  () => ({ kind: 'value', value: of });
const unreadable = (): FileValue => ({ kind: 'unreadable', why: 'torn' });

const facts = (
  valueOf: TipFacts['valueOf'],
  said: readonly (readonly [PhaseId, Said])[] = [],
  workflow: Workflow = DIAMOND,
): TipFacts => {
  const session = { workflow, expansions: [], request: '', inputs: new Map<string, string>() };
  return {
    valueOf,
    itemsOf: readLists(session, workflow.written, valueOf, sha256),
    said: new Map(said),
    attempted: new Set(),
  };
};

test.each<[name: string, valueOf: TipFacts['valueOf']]>([
  ['unmet', () => ({ kind: 'value', value: { docs: false } })],
  ['unreadable', () => ({ kind: 'unreadable', why: 'torn' })],
])('a condition that is %s by now does not decide about a phase that was attempted', (_name, valueOf) => {
  const tip = { ...facts(valueOf), attempted: new Set(['docs' as PhaseId]) };
  const steps = planNext(DIAMOND, rows('plan:done build:done docs:pending verify:pending'), tip, 9);
  expect(steps.map(say)).toEqual(['begin docs']);
});

const say = (step: NextStep): string => `${step.do} ${step.phase.id}`;
const plan = (
  workflow: Workflow,
  said: string,
  of: (file: string) => FileValue = value({ docs: true }),
  slots = 9,
): string => planNext(workflow, rows(said), facts(of), slots).map(say).join(', ');

describe('what comes next', () => {
  test.each<[name: string, rows: string, next: string]>([
    ['the phases without needs', 'plan:pending build:pending docs:pending verify:pending', 'begin plan'],
    ['nothing while that works', 'plan:running build:pending docs:pending verify:pending', ''],
    [
      'all whose needs are done',
      'plan:done build:pending docs:pending verify:pending',
      'begin build, begin docs',
    ],
    ['not a join before all its needs', 'plan:done build:done docs:pending verify:pending', 'begin docs'],
    [
      'a join, where one of them is skipped',
      'plan:done build:done docs:skipped verify:pending',
      'begin verify',
    ],
    ['nothing behind one that waits', 'plan:waiting build:pending docs:pending verify:pending', ''],
    [
      'what does not need the one that is blocked',
      'plan:done build:blocked docs:pending verify:pending',
      'begin docs',
    ],
    ['nothing once all is done', 'plan:done build:done docs:skipped verify:done', ''],
  ])('%s', (_name, said, next) => {
    expect(plan(DIAMOND, said)).toBe(next);
  });

  test('no more begin than there are slots; what is skipped takes none', () => {
    const said = 'plan:done build:pending docs:pending verify:pending';
    expect(plan(DIAMOND, said, value({ docs: true }), 1)).toBe('begin build');
    expect(plan(DIAMOND, said, value({ docs: false }), 1)).toBe('begin build, skip docs');
    expect(plan(DIAMOND, said, value({ docs: false }), 0)).toBe('skip docs');
  });

  test('a phase is skipped with the value that was found, and asked about where nobody can tell', () => {
    const said = rows('plan:done build:done docs:pending verify:pending');
    expect(planNext(DIAMOND, said, facts(value({ docs: 'no' })), 1)).toEqual([
      {
        do: 'skip',
        phase: DIAMOND.phases[2],
        because: { file: 'plan/plan.json', at: '/docs', found: 'no' },
      },
    ]);
    expect(planNext(DIAMOND, said, facts(unreadable), 1)).toEqual([
      { do: 'ask', phase: DIAMOND.phases[2], about: 'condition', file: 'plan/plan.json', why: 'torn' },
    ]);
    const docs = 'docs' as PhaseId;
    expect(planNext(DIAMOND, said, facts(unreadable, [[docs, 'run']]), 1).map(say)).toEqual(['begin docs']);
    expect(planNext(DIAMOND, said, facts(unreadable, [[docs, 'skip']]), 1).map(say)).toEqual(['skip docs']);
    // A word about an unreadable file says nothing once it can be read.
    expect(planNext(DIAMOND, said, facts(value({ docs: true }), [[docs, 'skip']]), 1).map(say)).toEqual([
      'begin docs',
    ]);
  });

  test('only files of conditions that are to be decided now are read', () => {
    expect([
      ...filesAskedFor(DIAMOND, rows('plan:pending build:pending docs:pending verify:pending')),
    ]).toEqual([]);
    expect([...filesAskedFor(DIAMOND, rows('plan:done build:pending docs:pending verify:pending'))]).toEqual([
      'plan/plan.json',
    ]);
  });
});

describe('a phase whose needs were all skipped', () => {
  const flow = (last: object): Workflow =>
    workflowOf([{ id: 'plan' }, { id: 'docs', when: DOCS }, { id: 'more', ...last }]);
  const said = 'plan:done docs:skipped more:pending';
  test.each<[name: string, last: object, next: string]>([
    ['is skipped, too, where they are written out', { needs: ['docs'] }, 'skip more'],
    ['runs where they are not', {}, 'begin more'],
    ['runs where one of them was done', { needs: ['plan', 'docs'] }, 'begin more'],
    ['runs where it has a condition of its own that is met', { needs: ['docs'], when: DOCS }, 'begin more'],
    ['runs where it needs nothing', { needs: [] }, 'begin more'],
  ])('%s', (_name, last, next) => {
    expect(plan(flow(last), said)).toBe(next);
  });
});

describe('a phase for each item', () => {
  const flow = (more: object): Workflow =>
    workflowOf([
      { id: 'plan', artifacts: ['tasks.json'] },
      { id: 'look', needs: [], artifacts: ['look.json'] },
      { id: 'build', needs: ['plan', 'look'], forEach: { file: 'plan/tasks.json', at: '/tasks' }, ...more },
    ]);
  const GO = { when: { file: 'look/look.json', at: '/go', is: true } };
  const files =
    (go: boolean, tasks: readonly object[]) =>
    (file: string): FileValue => ({
      kind: 'value',
      value: file === 'plan/tasks.json' ? { tasks } : { go },
    });
  const ITEM = [{ id: 'one' }];

  test.each<[name: string, more: object, said: string, of: TipFacts['valueOf'], next: string]>([
    ['is there as soon as its list is', {}, 'plan:done look:running', files(true, ITEM), 'expand build'],
    ['not before its condition is decided', GO, 'plan:done look:running', files(true, ITEM), ''],
    ['once that is met', GO, 'plan:done look:done', files(true, ITEM), 'expand build'],
    ['is skipped as one where it is not', GO, 'plan:done look:done', files(false, ITEM), 'skip build'],
    ['whichever ended last', GO, 'plan:running look:done', files(false, ITEM), ''],
    [
      'is skipped where who writes the list was, whatever lies there',
      {},
      'plan:skipped look:done',
      files(true, ITEM),
      'skip build',
    ],
  ])('%s', (_name, more, said, of, next) => {
    const workflow = flow(more);
    const steps = planNext(workflow, rows(`${said} build:pending`), facts(of, [], workflow), 9);
    expect(steps.map(say).join(', ')).toBe(next);
  });
});

test('what needs a phase whose list is empty does not begin before all that this needed is over', () => {
  const workflow = workflowOf([
    { id: 'plan', artifacts: ['tasks.json'] },
    { id: 'look', needs: [], artifacts: ['look.json'] },
    { id: 'build', needs: ['plan', 'look'], forEach: { file: 'plan/tasks.json', at: '/tasks' } },
    { id: 'deploy', needs: ['build'], when: { file: 'look/look.json', at: '/go', is: true } },
    { id: 'docs', needs: ['build', 'plan'] },
  ]);
  const next = (look: string): string =>
    planNext(
      workflow,
      rows(`plan:done look:${look} build:skipped deploy:pending docs:pending`),
      facts(value({ go: true }), [], workflow),
      9,
    )
      .map(say)
      .join(', ');
  expect(next('running')).toBe('');
  expect(next('waiting')).toBe('');
  expect(next('done')).toBe('begin deploy, begin docs');
  expect(
    nextPhase(workflow, rows('plan:done look:running build:skipped deploy:pending docs:pending'))?.id,
  ).toBe('look');
});

test('the phase that is shown as next is the first that is not finished and whose needs are', () => {
  expect(nextPhase(DIAMOND, rows('plan:done build:waiting docs:pending verify:pending'))?.id).toBe('build');
  expect(nextPhase(DIAMOND, rows('plan:done build:done docs:skipped verify:pending'))?.id).toBe('verify');
  expect(nextPhase(DIAMOND, rows('plan:done build:done docs:skipped verify:done'))).toBeNull();
});
