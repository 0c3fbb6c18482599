import { describe, expect, it } from 'vitest';
import type { PhaseId } from '../../../src/model/names/ids.ts';
import { stateBeside } from '../../../src/model/plan/stateBeside.ts';
import type { StatusRow } from '../../../src/model/status/status.ts';
import { workflowOf } from '../workflowOf.ts';

/** `a` and `b` need nothing, `c` needs both, `d` nothing. */
const workflow = (parallel: number) => ({
  ...workflowOf([
    { id: 'a', needs: [] },
    { id: 'b', needs: [] },
    { id: 'c', needs: ['a', 'b'] },
    { id: 'd', needs: [] },
  ]),
  parallel,
});

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
    const whole = stateBeside(workflow(parallel), rows(text), at, { state: 'running', next: 'a' as PhaseId });
    expect([whole.state, whole.next?.join(', ')]).toEqual([state, next]);
  });
});

it('where they work one by one, the phase that is published says it', () => {
  const alone = { state: 'waiting', next: 'b' as PhaseId } as const;
  const whole = stateBeside(workflow(1), rows('a:done b:waiting c:pending d:pending'), [], alone);
  expect(whole).toEqual({ state: 'waiting', next: ['b'] });
});
