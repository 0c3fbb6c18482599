import { describe, expect, test } from 'vitest';
import type { PhaseRecord } from '../../../src/model/checkpoint/phaseRecord.ts';
import { factsOfPart, landFacts } from '../../../src/model/land/landFacts.ts';
import type { HandedItem } from '../../../src/model/ledger/foldLedgers.ts';
import type { PhaseId } from '../../../src/model/names/ids.ts';
import { exampleStatus } from '../exampleStatus.ts';
import { workflowOf } from '../workflowOf.ts';

const id = (phase: string): PhaseId => phase as PhaseId;
const record = (seq: number, over: Partial<PhaseRecord>): PhaseRecord =>
  ({ seq, status: 'done', agent: null, checks: [], approvals: [], ...over }) as unknown as PhaseRecord;
const agent = (kind: string): PhaseRecord['agent'] => ({ kind, name: 'x', version: null });
const check = (run: string, outcome: 'passed' | 'failed'): PhaseRecord['checks'][number] => ({
  name: run,
  run,
  outcome,
  exitCode: outcome === 'passed' ? 0 : 1,
  ms: 1,
  tail: '',
});
const item = (
  label: string,
  section: HandedItem['section'],
  text: string,
  over: Partial<HandedItem> = {},
): HandedItem => ({ label, section, text, id: `${label}.1`, order: 0, seq: 1, ...over });

const STATUS = {
  ...exampleStatus,
  rows: exampleStatus.rows.map((row) => ({ ...row, status: 'done' as const })),
};
const WORKFLOW = workflowOf([{ id: 'research', title: 'Look' }, { id: 'plan' }, { id: 'implement' }]);

function facts(records: Readonly<Record<string, PhaseRecord>>, items: readonly HandedItem[] = []) {
  const of = {
    status: STATUS,
    workflow: WORKFLOW,
    request: 'Add login',
    records: new Map(Object.entries(records).map(([phase, known]) => [id(phase), known])),
  };
  return { of, facts: landFacts(of, items, true) };
}

describe('what a landing says of a phase', () => {
  test('is what its agent said last; of a program, what was handed on as state of the work, but not which files', () => {
    const { facts: known } = facts(
      {
        research: record(2, { agent: agent('acp'), finalText: 'I looked.' }),
        plan: record(3, { agent: agent('command'), finalText: 'npm notice' }),
        implement: record(4, { agent: agent('command'), finalText: 'npm notice' }),
      },
      [
        item('01-research', 'State of the work', 'looked at'),
        item('02-plan', 'State of the work', 'a plan'),
        item('02-plan', 'State of the work', 'in three steps'),
        item('02-plan', 'State of the work', 'Changed 2 files: a, b'),
        item('02-plan', 'Decisions', 'answered', { closedBy: '03-implement.1' }),
        item('02-plan', 'Decisions', 'Approved by Ada: Go'),
        item('02-plan', 'Decisions', 'a rate limit'),
      ],
    );
    expect(known.phases.map(({ said, decisions, title }) => [said, decisions, title])).toEqual([
      ['I looked.', [], 'Look'],
      ['a plan; in three steps', ['a rate limit'], null],
      ['', [], null],
    ]);
  });

  test('is the last word by which it was approved', () => {
    const word = (decision: string, comment: string): unknown => ({
      decision,
      comment,
      by: 'Ada',
      at: '2026',
    });
    const approvals = [word('approved', 'first'), word('approved', 'last'), word('rejected', 'no')] as never;
    const { facts: known } = facts({ plan: record(3, { approvals }) });
    expect(known.phases.map(({ approval }) => approval?.comment)).toEqual([undefined, 'last', undefined]);
  });
});

test('a check is told as it ended last, by the order in which phases were closed; of one phase, as it ended there', () => {
  const known = facts({
    research: record(9, { checks: [check('npm test', 'passed')] }),
    plan: record(3, { checks: [check('npm test', 'failed'), check('npm run lint', 'passed')] }),
    implement: record(4, { checks: [], status: 'waiting' }),
  });
  const told = (all: readonly PhaseRecord['checks'][number][]) =>
    all.map(({ run, outcome }) => `${String(run)} ${outcome}`);
  expect(told(known.facts.checks)).toEqual(['npm test passed', 'npm run lint passed']);
  const { checks, part, phases } = factsOfPart(
    known.facts,
    known.of,
    { phase: id('plan'), tells: [id('plan')] },
    false,
  );
  expect(told(checks)).toEqual(['npm test failed', 'npm run lint passed']);
  expect([part, phases.map(({ phase }) => phase)]).toEqual(['plan', ['plan']]);
});
