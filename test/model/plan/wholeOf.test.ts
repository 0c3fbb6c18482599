import { describe, expect, it } from 'vitest';
import type { PhaseId } from '../../../src/model/names/ids.ts';
import { wholeOf } from '../../../src/model/plan/wholeOf.ts';
import type { StatusRow } from '../../../src/model/status/status.ts';
import { workflowOf } from '../workflowOf.ts';

/** `a` and `b` need nothing, `c` needs both, `d` nothing. */
const workflow = workflowOf([
  { id: 'a', needs: [] },
  { id: 'b', needs: [] },
  { id: 'c', needs: ['a', 'b'] },
  { id: 'd', needs: [] },
]);

const rows = (text: string): readonly StatusRow[] =>
  text.split(' ').map((word, at) => {
    const [phase = '', status = ''] = word.split(':');
    return {
      number: at + 1,
      phase: phase as PhaseId,
      status: status as StatusRow['status'],
      round: 1,
      attempt: 0,
      artifacts: { present: 0, promised: 1 },
      checked: null,
      updated: null,
    };
  });

describe('where phases work side by side', () => {
  it.each([
    ['a:pending b:pending c:pending d:pending', '', 3, 'running', 'a, b, d'],
    // As many as may work at once.
    ['a:pending b:pending c:pending d:pending', '', 2, 'running', 'a, b'],
    ['a:done b:pending c:pending d:pending', 'd', 2, 'running', 'b, d'],
    ['a:done b:pending c:pending d:done', 'b', 2, 'running', 'b'],
    ['a:waiting b:done c:pending d:waiting', '', 2, 'waiting', 'a, d'],
    ['a:waiting b:blocked c:pending d:done', '', 2, 'waiting', 'a'],
    ['a:blocked b:done c:pending d:blocked', '', 2, 'blocked', 'a, d'],
    ['a:waiting b:done c:pending d:pending', '', 2, 'running', 'd'],
  ])('%s, at work: %s, parallel %i: %s, %s', (text, working, parallel, state, next) => {
    const at = working === '' ? [] : (working.split(', ') as PhaseId[]);
    const beside = { atOnce: parallel, working: at, isLimited: false };
    const whole = wholeOf(workflow, rows(text), beside);
    expect([whole.state, whole.next?.join(', ')]).toEqual([state, next]);
  });
});

describe('where they work one by one', () => {
  it.each([
    ['a:done b:pending c:pending d:pending', 'running', 'b'],
    ['a:done b:waiting c:pending d:pending', 'waiting', 'b'],
    // Whatever was said last: the first that may begin.
    ['a:pending b:pending c:pending d:pending', 'running', 'a'],
    ['a:done b:skipped c:pending d:pending', 'running', 'c'],
    // From when more worked at once: any that is held up stops the session.
    ['a:pending b:waiting c:pending d:pending', 'waiting', 'b'],
    ['a:done b:blocked c:pending d:waiting', 'waiting', 'd'],
    ['a:blocked b:done c:pending d:pending', 'blocked', 'a'],
  ])('%s: %s, %s', (text, state, next) => {
    const whole = wholeOf(workflow, rows(text), { atOnce: 1, working: [], isLimited: false });
    expect([whole.state, whole.next?.join(', ')]).toEqual([state, next]);
  });
});

it.each([
  ['a:done b:done c:done d:done', 'done'],
  // A condition of `a` was met that ends the session.
  ['a:done b:skipped c:skipped d:skipped', 'done'],
  ['a:done b:cancelled c:cancelled d:done', 'cancelled'],
  // The plan has another phase since.
  ['z:done a:done b:done c:done d:done', 'done'],
])('%s: %s, and nothing comes next, however many may work at once', (text, state) => {
  for (const atOnce of [1, 3])
    expect(wholeOf(workflow, rows(text), { atOnce, working: [], isLimited: false })).toEqual({
      state,
      next: null,
    });
});

it('a phase that is to be repeated comes next as soon as its list is there', () => {
  const listed = workflowOf([
    { id: 'a', needs: [] },
    { id: 'b', needs: [], approval: 'required' },
    { id: 'c', needs: ['a', 'b'], forEach: { file: 'a/a.json', at: '', max: 3 } },
  ]);
  const beside = { atOnce: 2, working: [], isLimited: false };
  expect(wholeOf(listed, rows('a:done b:waiting c:pending'), beside)).toEqual({
    state: 'running',
    next: ['c'],
  });
});

it('none may begin while the session waits with the question of its own limit', () => {
  const beside = { atOnce: 3, working: [], isLimited: true };
  const text = 'a:waiting b:pending c:pending d:pending';
  expect(wholeOf(workflow, rows(text), beside)).toEqual({ state: 'waiting', next: ['a'] });
  expect(wholeOf(workflow, rows(text), { ...beside, working: ['d' as PhaseId] })).toEqual({
    state: 'running',
    next: ['d'],
  });
});
