import { describe, expect, test } from 'vitest';
import { beforeOf } from '../../../src/model/gate/before.ts';
import { checksBefore, notKnown, timeFor } from '../../../src/model/gate/checksBefore.ts';
import { isKept, treeKey } from '../../../src/model/gate/knownBefore.ts';
import type { RepoPath, Timestamp, TreeId } from '../../../src/model/names/ids.ts';
import { parseWorkflow } from '../../../src/model/workflow/parseWorkflow.ts';

const checksOf = (...phases: readonly unknown[][]) => {
  const read = parseWorkflow(
    'w.yaml',
    JSON.stringify({
      schema: 3,
      name: 'w',
      phases: phases.map((checks, n) => ({
        id: `p${n}`,
        artifacts: ['a.md'],
        checks: checks.map((check) => (typeof check === 'string' ? { run: check } : check)),
      })),
    }),
  );
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return checksBefore(read.value);
};

describe('what is run before anything is changed', () => {
  test.each<readonly [what: string, phases: readonly unknown[][], runs: readonly unknown[]]>([
    ['nothing, where a workflow has no checks', [[], []], []],
    [
      'each command once, whichever phases have it',
      [['npm test'], ['npm test', 'npm run lint']],
      ['npm test', 'npm run lint'],
    ],
    [
      'one that is called differently once',
      [['npm test'], [{ run: 'npm test', name: 'tests' }]],
      ['npm test'],
    ],
    [
      'what a shell runs besides what none does',
      [['npm test', { run: ['npm', 'test'], name: 'tests' }]],
      ['npm test', ['npm', 'test']],
    ],
    ['what is to fail, too', [[{ run: 'npm test', expect: 'fail' }]], ['npm test']],
    [
      'nothing that asks of the phase it is run for',
      [
        [
          'test -s "$CAIRN_PHASE_DIR/a.md"',
          { run: ['sh', '-c', 'cat $CAIRN_ITEM'] },
          'make -C "$CAIRN_REPO"',
        ],
      ],
      ['make -C "$CAIRN_REPO"'],
    ],
  ])('is %s', (_what, phases, runs) => {
    expect(checksOf(...phases).map(({ run }) => run)).toEqual(runs);
  });

  test('has the most time that one of its checks has', () => {
    const asked = [
      [{ run: 'a', timeout: '2m' }],
      [{ run: 'a', timeout: '5m' }],
      [{ run: 'a', timeout: '1m' }],
    ];
    expect(checksOf(...asked)).toEqual([{ name: 'a', run: 'a', timeoutMs: 300_000 }]);
  });

  test('is what is not known yet', () => {
    const checks = checksOf(['a', ['b', 'c'].join(' '), { run: ['d', 'e'] }]);
    expect(notKnown(checks, [{ run: 'a' }, { run: ['d', 'e'] }]).map(({ run }) => run)).toEqual(['b c']);
    expect(notKnown(checks, [])).toEqual(checks);
  });

  test.each([
    [600_000, { ms: 60_000, isCut: false }],
    [60_000, { ms: 60_000, isCut: false }],
    [59_999, { ms: 59_999, isCut: true }],
    [0, null],
    [-5, null],
  ])('ends with the time for all of it: with %i ms left', (left, time) => {
    expect(timeFor({ timeoutMs: 60_000 }, left)).toEqual(time);
  });
});

test('what a command said before is known by what it runs, and is nothing where it was not run', () => {
  const baseline = [
    { run: 'a', outcome: 'failed' },
    { run: ['a', 'b'], outcome: 'passed' },
  ] as const;
  expect(beforeOf(baseline, 'a')).toEqual({ before: 'failed' });
  expect(beforeOf(baseline, ['a', 'b'])).toEqual({ before: 'passed' });
  expect(beforeOf(baseline, 'a b')).toEqual({});
});

describe('what was said on the same tree', () => {
  const at = (time: string) => `2026-11-20T${time}.000Z` as Timestamp;

  test.each([
    ['passed', at('10:00:00'), true],
    ['passed', at('09:59:59'), true],
    ['failed', at('10:00:00'), false],
    ['broke', at('10:00:00'), false],
    ['passed', '2026-11-19T10:00:00.000Z' as Timestamp, false],
    ['passed', at('10:00:01'), false],
  ] as const)('is taken over by another session for a day if it passed: %s at %s', (outcome, then, kept) => {
    expect(isKept({ outcome, at: then }, at('10:00:00'))).toBe(kept);
  });

  test('is of that tree, set up in that way, in that kind of working tree', () => {
    const [one, two] = ['1'.repeat(40), '2'.repeat(40)] as [TreeId, TreeId];
    const set = (setup: readonly string[], copy: readonly RepoPath[] = []) => ({ worktree: { setup, copy } });
    const keys = [
      treeKey(one, 'worktree', set([])),
      treeKey(two, 'worktree', set([])),
      treeKey(one, 'in-place', set([])),
      treeKey(one, 'worktree', set(['npm ci'])),
      treeKey(one, 'worktree', set([], ['.env' as RepoPath])),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    expect(treeKey(one, 'worktree', set([]))).toBe(keys[0]);
  });
});
