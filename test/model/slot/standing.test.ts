import { describe, expect, test } from 'vitest';
import type { CommitId, PhaseId, TreeId } from '../../../src/model/names/ids.ts';
import {
  idleOn,
  standingOf,
  vacated,
  type NotedStanding,
  type Standing,
} from '../../../src/model/slot/standing.ts';
import type { StatusRow } from '../../../src/model/status/status.ts';

const plan = 'plan' as PhaseId;
const build = 'build' as PhaseId;
const docs = 'docs' as PhaseId;
const dropped = 'dropped' as PhaseId;
const [C1, C2, TIP, GONE] = ['c1', 'c2', 'tip', 'gone'] as [CommitId, CommitId, CommitId, CommitId];
const [T1, T2] = ['t1', 't2'] as [TreeId, TreeId];
const rows = [
  { phase: plan, round: 1, status: 'done' },
  { phase: build, round: 2, status: 'pending' },
  { phase: docs, round: 1, status: 'waiting' },
] as unknown as readonly StatusRow[];
const standing: Standing = { ...idleOn(C1), taken: 3, rests: T1, since: C2 };

describe('what lies in a slot that its phase leaves', () => {
  test.each<[how: string, of: Partial<Standing>, rests: TreeId | null]>([
    ['rests there where that is published', { phase: plan }, T1],
    ['is work on what it stands on in a later round', { phase: build, round: 1 }, null],
    ['is work on what it stands on where nobody has published it', { phase: build, round: 2 }, null],
    ['is work on what it stands on where the plan has no such phase', { phase: dropped }, null],
    ['rests there as before where it was nobody’s', {}, T1],
  ])('%s', (_how, of, rests) => {
    expect(vacated({ ...standing, ...of }, rows)).toEqual({ ...standing, ...of, phase: null, rests });
  });
});

describe('a slot stands', () => {
  const known = new Set([C1, C2, TIP]);
  const at = { tip: TIP, rows, isKnown: (commit: CommitId) => known.has(commit) };

  test.each<[how: string, noted: Partial<NotedStanding>, now: Partial<Standing>]>([
    ['as it is noted', { phase: docs }, { phase: docs }],
    [
      'where a checkpoint took it along',
      { phase: docs, moving: { to: C2, rests: T2 } },
      { phase: docs, stands: C2, rests: T2 },
    ],
    [
      'where it was, if that never came to be',
      { phase: docs, moving: { to: GONE, rests: T2 } },
      { phase: docs },
    ],
    [
      'where a checkpoint took it along that closed its phase',
      { phase: plan, moving: { to: C2, rests: T2 } },
      { stands: C2, rests: T2 },
    ],
    [
      'on the tip, if the session has no such checkpoint',
      { phase: docs, stands: GONE },
      { stands: TIP, rests: null },
    ],
    ['on the tip, if nothing says on what', { phase: docs, stands: null }, { stands: TIP, rests: null }],
    ['empty, with what lies there, once its phase is done', { phase: plan }, {}],
    ['empty once its phase is in another round', { phase: build, round: 1 }, { round: 1, rests: null }],
    ['empty once the plan has its phase no more', { phase: dropped }, { rests: null }],
    ['empty, with what lies there, where it was nobody’s', { phase: null }, {}],
  ])('%s', (_how, noted, now) => {
    expect(standingOf({ ...standing, ...noted }, at)).toEqual({ ...standing, ...now });
  });
});
