import * as fc from 'fast-check';
import { OPERATORS, type Condition } from '../../src/model/graph/condition.ts';
import type { PhaseId } from '../../src/model/names/ids.ts';
import type {
  AgentChoice,
  ArtifactRule,
  Command,
  Phase,
  Workflow,
} from '../../src/model/workflow/workflow.ts';

const anyWord = fc.stringMatching(/^[a-z]{1,8}$/);
const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  anyWord,
  fc.tuple(anyWord, anyWord).map(([a, b]) => [a, b] as [string, ...string[]]),
);
const anyAgent: fc.Arbitrary<AgentChoice> = fc.oneof(
  anyWord.map((name) => ({ kind: 'named' as const, name })),
  fc.constant({ kind: 'manual' as const }),
  anyWord.map((word) => ({ kind: 'command' as const, command: [word] as [string], env: {} })),
);
const anyArtifact: fc.Arbitrary<ArtifactRule> = fc.record({
  path: fc.oneof(
    anyWord.map((word) => `${word}.md`),
    anyWord.map((word) => `/src/${word}.ts`),
  ),
  minBytes: fc.option(fc.integer({ min: 1, max: 999 })),
  headings: fc.uniqueArray(anyWord, { maxLength: 3 }),
  schema: fc.option(fc.record({ type: fc.constantFrom('array', 'object'), minItems: fc.nat(3) })),
});

const anyTest: fc.Arbitrary<Condition> = fc.record({
  file: anyWord.map((word) => `${word}/${word}.json`),
  at: fc.constantFrom('', '/ok', '/tasks/0'),
  operator: fc.constantFrom(...OPERATORS),
  to: fc.jsonValue({ maxDepth: 1 }),
});
export const anyCondition: fc.Arbitrary<Condition> = fc.oneof(
  anyTest,
  fc.array(anyTest, { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
  fc.array(anyTest, { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
);

/** The phase of a workflow with this id that may need those before it. */
const anyPhase = (id: PhaseId, before: readonly PhaseId[]): fc.Arbitrary<Phase> =>
  fc.record({
    id: fc.constant(id),
    title: fc.option(anyWord),
    prompt: fc.string(),
    needs: fc.subarray([...before]),
    needsByDefault: fc.boolean(),
    when: fc.option(anyCondition),
    forEach: fc.option(
      before.length === 0
        ? fc.constant(null)
        : fc.record({
            file: anyWord.map((word) => `${word}/${word}.json`),
            at: fc.constantFrom('', '/tasks'),
            by: fc.constantFrom(...before),
            max: fc.integer({ min: 1, max: 9 }),
          }),
    ),
    item: fc.constant(null),
    loop: fc.option(
      fc.record({
        to: fc.constantFrom(id, ...before),
        until: anyCondition,
        max: fc.integer({ min: 1, max: 9 }),
      }),
    ),
    stop: fc.option(anyCondition),
    agent: fc.option(anyAgent),
    artifacts: fc.uniqueArray(anyArtifact, { maxLength: 3, selector: (rule) => rule.path }),
    checks: fc.uniqueArray(
      fc.record({
        name: anyWord,
        run: anyCommand,
        timeoutMs: fc.nat(),
        expect: fc.constantFrom('pass' as const, 'fail' as const),
        red: fc.constantFrom('must-pass' as const, 'as-before' as const),
      }),
      {
        maxLength: 3,
        selector: (check) => check.name,
      },
    ),
    approval: fc.constantFrom('none' as const, 'required' as const),
    retries: fc.nat(5),
    timeoutMs: fc.nat(),
    limits: fc.constant(null),
    warnAfterMs: fc.nat(),
    onConflict: fc.constantFrom('retry', 'ask'),
    packet: fc.record({ budget: fc.integer({ min: 500, max: 2000 }), review: fc.boolean() }),
  });

export const anyWorkflow: fc.Arbitrary<Workflow> = fc
  .uniqueArray(
    fc.stringMatching(/^[a-z]{1,6}$/).map((id) => id as PhaseId),
    { minLength: 1, maxLength: 5 },
  )
  .chain((ids) =>
    fc.record({
      schema: fc.constant(3 as const),
      name: anyWord,
      title: fc.option(anyWord),
      description: fc.option(fc.string()),
      isolation: fc.constantFrom('worktree' as const, 'in-place' as const),
      branchPrefix: fc.constantFrom('cairn/', 'work/'),
      worktree: fc.constant({ copy: [], setup: [] }),
      agent: anyAgent,
      parallel: fc.integer({ min: 1, max: 16 }),
      limits: fc.constant(null),
      inputs: fc.constant([]),
      templates: fc.boolean(),
      result: fc.constant(null),
      phases: fc.tuple(...ids.map((id, index) => anyPhase(id, ids.slice(0, index)))),
    }),
  )
  .map((workflow) => ({ ...workflow, written: workflow.phases }));
