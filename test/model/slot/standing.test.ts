import { describe, expect, test } from 'vitest';
import type { CommitId, PhaseId, TreeId } from '../../../src/model/names/ids.ts';
import { idleOn, vacated, type Standing } from '../../../src/model/slot/standing.ts';
import type { StatusRow } from '../../../src/model/status/status.ts';

const [plan, build, docs, gone] = ['plan', 'build', 'docs', 'gone'] as unknown as readonly [
  PhaseId,
  PhaseId,
  PhaseId,
  PhaseId,
];
const C1 = 'c1' as CommitId;
const T1 = 't1' as TreeId;
const rows = [
  { phase: plan, round: 1, status: 'done' },
  { phase: build, round: 2, status: 'pending' },
  { phase: docs, round: 1, status: 'waiting' },
] as unknown as readonly StatusRow[];

describe('what lies in a slot that its phase leaves', () => {
  const standing: Standing = { ...idleOn(C1), rests: T1 };

  test.each([
    ['rests there where that is published', { phase: plan }, T1],
    ['is work on what it stands on in a later round', { phase: build, round: 1 }, null],
    ['is work on what it stands on where nobody has published it', { phase: build, round: 2 }, null],
    ['is work on what it stands on where the plan has no such phase', { phase: gone }, null],
    ['rests there as before where it was nobody’s', {}, T1],
  ] as const)('%s', (_name, of, rests) => {
    expect(vacated({ ...standing, ...of }, rows)).toEqual({ ...standing, ...of, phase: null, rests });
  });
});
