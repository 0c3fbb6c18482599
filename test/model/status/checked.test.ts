import { expect, test } from 'vitest';
import type { CheckRecord, PhaseRecord } from '../../../src/model/checkpoint/phaseRecord.ts';
import { checkedInAll, checkedOf, withChecked } from '../../../src/model/status/checked.ts';
import type { StatusRow } from '../../../src/model/status/status.ts';
import type { PhaseStatus } from '../../../src/model/status/statusWords.ts';

type Outcome = CheckRecord['outcome'];
type Judged = Pick<PhaseRecord, 'checks' | 'approvals' | 'artifacts'>;

const check = (run: CheckRecord['run'], outcome: Outcome): CheckRecord => ({
  name: String(run),
  run,
  outcome,
  exitCode: outcome === 'passed' ? 0 : 1,
  ms: 1,
  tail: '',
});
const file = (blob: string) =>
  ({ path: 'a.md', blob, sha256: '', bytes: 1 }) as PhaseRecord['artifacts'][number];
const word = (decision: 'approved' | 'rejected' | 'answered', blob: string) =>
  ({ decision, artifacts: [file(blob)] }) as unknown as PhaseRecord['approvals'][number];

const GREEN = { checks: [check('npm test', 'passed')], approvals: [], artifacts: [] };
const RED = { checks: [check('lint', 'passed'), check('npm test', 'failed')], approvals: [], artifacts: [] };
const NONE = { checks: [], approvals: [], artifacts: [file('one')] };
const YES = { ...NONE, approvals: [word('approved', 'one')] };

test.each<readonly [what: string, record: Judged, checked: string]>([
  ['whose checks all passed', GREEN, 'passed'],
  ['of which one did not', RED, 'red'],
  ['whose check could not run to a verdict', { ...NONE, checks: [check('x', 'broke')] }, 'red'],
  [
    'that a person approved, one check being red',
    { ...RED, artifacts: YES.artifacts, approvals: YES.approvals },
    'red',
  ],
  ['that a person approved, all checks passed', { ...YES, checks: GREEN.checks }, 'passed'],
  ['with artifacts alone', NONE, 'nothing'],
  ['with artifacts that a person approved', YES, 'approved'],
  [
    'approved beforehand, when there was nothing to look at',
    { ...NONE, approvals: [{ ...word('approved', 'one'), beforehand: true }] },
    'nothing',
  ],
  [
    'sent back before, and approved then',
    { ...YES, approvals: [word('rejected', 'none'), word('approved', 'one')] },
    'approved',
  ],
  [
    'approved, and then sent back',
    { ...YES, approvals: [word('approved', 'one'), word('rejected', 'one')] },
    'nothing',
  ],
  ['approved in a round before, and made anew since', { ...YES, artifacts: [file('two')] }, 'nothing'],
  ['that a person answered a question of', { ...NONE, approvals: [word('answered', 'one')] }, 'nothing'],
  [
    'approved, with a question answered since',
    { ...YES, approvals: [word('approved', 'one'), word('answered', 'one')] },
    'approved',
  ],
])('what stands behind a phase %s', (_what, record, checked) => {
  expect(checkedOf(record)).toBe(checked);
});

/** One row for each, closed one after the other; null: it is not done. */
function session(
  records: readonly (Judged | null)[],
  order: readonly number[] = records.map((_one, at) => at),
) {
  const rows = records.map(
    (record, at) =>
      ({
        phase: `p${at}`,
        status: (record === null ? 'skipped' : 'done') satisfies PhaseStatus,
        updated: `2026-11-20T10:0${order[at] ?? at}:00.000Z`,
        checked: null,
      }) as unknown as StatusRow,
  );
  const known = new Map(
    records.flatMap((record, at) => (record === null ? [] : [[`p${at}`, record] as const])),
  );
  return { rows, known };
}

const other = (outcome: Outcome): Judged => ({ ...NONE, checks: [check('lint', outcome)] });

test.each<readonly [what: string, records: readonly (Judged | null)[], checked: string]>([
  ['whose checks passed at the end', [NONE, GREEN], 'passed'],
  ['that went on without any behind them', [GREEN, NONE], 'nothing'],
  ['whose checks were red at the end', [GREEN, RED], 'red'],
  ['whose red check was mended by a later phase', [RED, GREEN], 'passed'],
  ['whose other checks passed later', [RED, other('passed')], 'red'],
  ['of which an early check stayed red', [other('failed'), GREEN], 'red'],
  ['that a person approved behind its checks', [GREEN, YES], 'passed'],
  ['that a person approved behind work that was not checked', [GREEN, NONE, YES], 'approved'],
  ['without checks, approved at the end', [NONE, YES], 'approved'],
  ['without checks, approved at the beginning', [YES, NONE], 'nothing'],
  ['that a person approved while it was red', [RED, YES], 'red'],
  ['whose last phase was skipped', [GREEN, null], 'passed'],
  ['of which nothing was done', [null, null], 'nothing'],
])('what stands behind a session %s', (_what, records, checked) => {
  const { rows, known } = session(records);
  expect(checkedInAll(rows, known)).toBe(checked);
});

test('the order is that in which phases were closed, not that of the file', () => {
  const { rows, known } = session([GREEN, RED], [2, 1]);
  expect(checkedInAll(rows, known)).toBe('passed');
  // The same command written as a list is another.
  const listed = session([{ ...NONE, checks: [check(['npm', 'test'], 'failed')] }, GREEN]);
  expect(checkedInAll(listed.rows, listed.known)).toBe('red');
});

test('a row says it while its phase is done, and keeps it where there is no record to ask', () => {
  const { rows, known } = session([GREEN, NONE]);
  const [green, none] = withChecked(rows, known);
  expect([green?.checked, none?.checked]).toEqual(['passed', 'nothing']);
  const open = withChecked([{ ...(green as StatusRow), status: 'pending' }], known);
  expect(open[0]?.checked).toBeNull();
  expect(withChecked([green as StatusRow], new Map())[0]?.checked).toBe('passed');
});
