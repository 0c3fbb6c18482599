import { expect, test } from 'vitest';
import { unfitExpansion } from '../../../src/model/items/unfitExpansion.ts';
import type { PhaseId } from '../../../src/model/names/ids.ts';
import { parseWorkflow } from '../../../src/model/workflow/parseWorkflow.ts';

const FILE = {
  schema: 2,
  name: 'w',
  phases: [
    { id: 'plan', artifacts: ['tasks.json'] },
    { id: 'build', forEach: { file: 'plan/tasks.json' }, artifacts: ['x.md'] },
    { id: 'build-one', artifacts: ['x.md'] },
  ],
};
const item = (phase: string, ...needs: readonly string[]) => ({
  phase: phase as PhaseId,
  id: null,
  needs: needs as readonly PhaseId[],
  value: null,
});

test.each([
  ['a need that is not there', [item('build-a', 'build-z')], '"build-a" needs "build-z"'],
  ['a need that is another phase', [item('build-a', 'plan')], 'which is no item of "build"'],
  [
    'items that wait for each other',
    [item('build-a', 'build-b'), item('build-b', 'build-a')],
    'build-a needs build-b needs build-a',
  ],
  ['one that waits for itself', [item('build-a', 'build-a')], 'build-a needs build-a'],
  ['the name of another phase', [item('build-one')], '"build-one" is there twice'],
  ['a name of its own making', [item('plan-a')], '"plan-a" is no item of "build"'],
])('a record of items with %s fits no workflow', (_what, items, why) => {
  const workflow = parseWorkflow('w.yaml', JSON.stringify(FILE));
  if (!workflow.ok) throw new Error(JSON.stringify(workflow.error));
  const template = 'build' as PhaseId;
  expect(unfitExpansion(workflow.value, [{ template, items }])).toContain(why);
  expect(unfitExpansion(workflow.value, [{ template, items: [item('build-a')] }])).toBeNull();
  expect(
    unfitExpansion(workflow.value, [
      { template, items: [] },
      { template, items: [] },
    ]),
  ).toContain('twice');
});
