import { describe, expect, it } from 'vitest';
import type { PhaseId } from '../../../src/model/names/ids.ts';
import { stateBeside } from '../../../src/model/plan/stateBeside.ts';
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
    const whole = stateBeside(workflow, rows(text), beside, { state: 'running', next: 'a' as PhaseId });
    expect([whole.state, whole.next?.join(', ')]).toEqual([state, next]);
  });
});

describe('where they work one by one', () => {
  it.each([
    // The phase that is published says it.
    ['a:done b:pending c:pending d:pending', 'running', 'b'],
    ['a:done b:waiting c:pending d:pending', 'waiting', 'b'],
    // From when more worked at once: any that is held up stops the session.
    ['a:pending b:waiting c:pending d:pending', 'waiting', 'b'],
    ['a:done b:blocked c:pending d:waiting', 'waiting', 'd'],
    ['a:blocked b:done c:pending d:pending', 'blocked', 'a'],
  ])('%s: %s, %s', (text, state, next) => {
    const beside = { atOnce: 1, working: [], isLimited: false };
    const whole = stateBeside(workflow, rows(text), beside, { state: 'running', next: 'b' as PhaseId });
    expect([whole.state, whole.next?.join(', ')]).toEqual([state, next]);
  });
});

it('none may begin while the session waits with the question of its own limit', () => {
  const beside = { atOnce: 3, working: [], isLimited: true };
  const alone = { state: 'waiting', next: 'a' as PhaseId } as const;
  const text = 'a:waiting b:pending c:pending d:pending';
  expect(stateBeside(workflow, rows(text), beside, alone)).toEqual({ state: 'waiting', next: ['a'] });
  expect(stateBeside(workflow, rows(text), { ...beside, working: ['d' as PhaseId] }, alone)).toEqual({
    state: 'running',
    next: ['d'],
  });
});
