import { expect, test } from 'vitest';
import type { PhaseId } from '../../../src/model/names/ids.ts';
import { phasesAhead } from '../../../src/model/plan/nextPhase.ts';
import type { StatusRow } from '../../../src/model/status/status.ts';
import type { Phase } from '../../../src/model/workflow/workflow.ts';

const phases = ['a', 'b', 'c', 'd'].map((id) => ({ id: id as PhaseId }) as Phase);
const rows = (...statuses: readonly StatusRow['status'][]): Parameters<typeof phasesAhead>[1] =>
  statuses.map((status, at) => ({ phase: phases[at]?.id as PhaseId, status }));

test.each([
  ['a session that is not begun: all', [], null, null, 'abcd'],
  ['what is done is left out', ['done', 'done', 'waiting', 'pending'], null, null, 'cd'],
  ['up to a phase, that one included', ['done', 'blocked', 'pending', 'pending'], 'c', null, 'bc'],
  ['a phase that runs again, and all behind it', ['done', 'done', 'done', 'done'], null, 'b', 'bcd'],
  ['a phase that is not there changes nothing', ['done', 'pending', 'pending', 'pending'], 'x', 'y', 'bcd'],
] as const)('%s', (_name, statuses, until, again, ahead) => {
  const found = phasesAhead({ phases }, rows(...statuses), { until, again });
  expect(found.map(({ id }) => id).join('')).toBe(ahead);
});
