import { expect, test } from 'vitest';
import { askedNow } from '../../../src/model/gate/askedNow.ts';
import type { CheckRecord } from '../../../src/model/checkpoint/phaseRecord.ts';
import type { PhaseId } from '../../../src/model/names/ids.ts';
import type { Phase } from '../../../src/model/workflow/workflow.ts';

const id = (of: string): PhaseId => of as PhaseId;
const rule = (run: string, red: 'as-before' | 'must-pass' = 'as-before'): Phase['checks'][number] => ({
  name: run,
  run,
  timeoutMs: 1000,
  expect: 'pass',
  red,
});
const ran = (run: string, outcome: CheckRecord['outcome']): { readonly checks: readonly CheckRecord[] } => ({
  checks: [{ name: 'its own', run, outcome, exitCode: 0, ms: 1, tail: '' }],
});
/** One needs none, two needs one, three needs two; beside stands on one alone. */
const PHASES = [
  { id: id('one'), needs: [] },
  { id: id('two'), needs: [id('one')] },
  { id: id('beside'), needs: [id('one')] },
  { id: id('three'), needs: [id('two')] },
];

test.each<readonly [string, string, string, CheckRecord['outcome'], string | undefined]>([
  ['in a phase that this one needs', 'two', 'one', 'passed', 'one'],
  ['in one that this one needs indirectly', 'three', 'one', 'passed', 'one'],
  ['in an earlier round of its own', 'two', 'two', 'passed', 'two'],
  ['in a phase whose work it does not stand on', 'two', 'beside', 'passed', undefined],
  ['nowhere, as it failed there', 'two', 'one', 'failed', undefined],
  ['nowhere, as it broke there', 'two', 'one', 'broke', undefined],
])('a check that was red before, and has passed %s', (_, phase, where, outcome, passedIn) => {
  const checks = [rule('suite'), rule('other')];
  const now = askedNow({ id: id(phase), checks }, PHASES, new Map([[where, ran('suite', outcome)]]));
  expect(now).toEqual([
    passedIn === undefined ? checks[0] : { ...checks[0], red: 'must-pass', passedIn },
    checks[1],
  ]);
});

test('a check that has to pass anyway is asked as ever', () => {
  const checks = [rule('suite', 'must-pass'), rule('other')];
  const now = askedNow({ id: id('two'), checks }, PHASES, new Map([['one', ran('suite', 'passed')]]));
  expect(now).toEqual(checks);
});

test('a check that a person let be, in whichever phase, does not have to pass until it has passed', () => {
  const checks = [rule('suite', 'must-pass'), rule('other', 'must-pass')];
  const letBe = { ...ran('suite', 'failed'), letBe: [{ run: 'suite', at: '2026-11-20T10:00:00Z' }] };
  const now = (records: ReadonlyMap<string, typeof letBe | ReturnType<typeof ran>>) =>
    askedNow({ id: id('two'), checks }, PHASES, records as Parameters<typeof askedNow>[2]);
  expect(now(new Map([['beside', letBe]]))).toEqual([{ ...checks[0], red: 'let-be' }, checks[1]]);
  expect(
    now(
      new Map([
        ['beside', letBe],
        ['one', ran('suite', 'passed')],
      ]),
    ),
  ).toEqual([{ ...checks[0], red: 'must-pass', passedIn: 'one' }, checks[1]]);
});

test('a check that is to fail is nobody to let be', () => {
  const checks = [{ ...rule('suite', 'must-pass'), expect: 'fail' as const }];
  const letBe = [{ run: 'suite', at: '2026-11-20T10:00:00Z' }];
  const records = new Map([['two', { checks: [], letBe }]]) as unknown as Parameters<typeof askedNow>[2];
  expect(askedNow({ id: id('two'), checks }, PHASES, records)).toEqual(checks);
});
