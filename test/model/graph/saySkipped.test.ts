import { expect, test } from 'vitest';
import { saySkipped } from '../../../src/model/graph/saySkipped.ts';
import type { Skipped } from '../../../src/model/graph/planNext.ts';
import type { PhaseId } from '../../../src/model/names/ids.ts';

const [plan, docs] = ['plan', 'docs'] as [PhaseId, PhaseId];
const AT = { file: 'plan/plan.json', at: '/docs' };

test.each<[why: string, because: Skipped]>([
  ['plan/plan.json /docs is "no".', { ...AT, found: 'no' }],
  ['plan/plan.json is [].', { file: 'plan/plan.json', at: '', found: [] }],
  ['plan/plan.json /docs is not there.', AT],
  ['A person said so, who was asked about plan/plan.json.', { ...AT, byPerson: true }],
  ['plan stopped the session: plan/plan.json /docs is true.', { ...AT, found: true, stop: plan }],
  ['What it needs was skipped: plan, docs.', { needs: [plan, docs] }],
])('why a phase is skipped is one line: %s', (why, because) => expect(saySkipped(because)).toBe(why));
