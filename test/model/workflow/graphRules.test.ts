import { expect, test } from 'vitest';
import { parseWorkflow } from '../../../src/model/workflow/parseWorkflow.ts';

/** Three phases; the second is replaced by the lines of a test, which is where each problem is. */
const file = (lines: string, schema = 2): string => `schema: ${schema}
name: w
phases:
  - id: plan
    artifacts: [plan.json, /src/api.json]
  - id: build
    artifacts: [build.json]
${lines
  .split('\n')
  .map((line) => `    ${line}`)
  .join('\n')}
  - id: verify
    artifacts: [verify.json]
`;
const FIRST = 8;

function problem(lines: string, schema?: number): string {
  const read = parseWorkflow('w.yaml', file(lines, schema));
  if (read.ok) return 'none';
  const [first, ...more] = read.error;
  if (first === undefined || more.length > 0) return JSON.stringify(read.error);
  return `${first.line - FIRST + 1}:${first.column} ${first.message}`;
}

test.each<[lines: string, told: string]>([
  ['when: { file: plan/plan.json, at: /ok, is: true }', 'none'],
  ['when: { file: /src/api.json, exists: true }', 'none'],
  ['when: { file: build/build.json, exists: false }', 'none'],
  ['loop: { to: plan, until: { file: build/build.json, is: 1 }, max: 3 }', 'none'],
  ['loop: { to: build, until: [{ file: build/build.json, is: 1 }], max: 3 }', 'none'],
  ['stop: { when: { any: [{ file: build/NOTES.md, at: /x, not: 1 }] } }', 'none'],
  ['when: { file: plan/plan.json }', '1:5 "when" needs one of is, not, in, exists, atLeast, atMost'],
  [
    'when: { file: plan/plan.json, is: 1, in: [1] }',
    '1:42 "in" stands beside "is"; write a list of two tests, each with one of them',
  ],
  [
    'when: { any: [{ file: plan/plan.json, is: 1 }], at: /x }',
    '1:53 "at" does not go with "any"; leave it out',
  ],
  ['agent: { kind: manual, command: [x] }', '1:28 "command" does not go with "kind: manual"; leave it out'],
  ['when: { file: plan/plan.json, is: 1, att: /x }', '1:42 unknown key "att"; did you mean "at"?'],
  [
    'when: { file: plan/plan.json, at: ok, is: 1 }',
    '1:39 "at" is no JSON pointer: it must be empty or start with "/"',
  ],
  [
    'when: { file: verify/verify.json, is: 1 }',
    '1:19 "build" does not need "verify", so it may not have run; add it to needs',
  ],
  ['when: { file: plam/plan.json, is: 1 }', '1:19 there is no phase "plam"; did you mean "plan"?'],
  [
    'when: { file: /src/other.json, is: 1 }',
    '1:19 no phase that "build" needs promises "/src/other.json" as an artifact',
  ],
  [
    'when: { file: /src/apis.json, is: 1 }',
    '1:19 no phase that "build" needs promises "/src/apis.json" as an artifact; did you mean "/src/api.json"?',
  ],
  [
    'when: { file: /plan.json, is: 1 }',
    '1:19 no phase that "build" needs promises "/plan.json" as an artifact; did you mean "plan/plan.json"?',
  ],
  [
    'when: { file: plan/plan.jsn, is: 1 }',
    '1:19 "plan/plan.jsn" cannot be read here: its name must end in .json, .yaml, .yml, .md; did you mean "plan/plan.json"?',
  ],
  [
    'forEach: { file: plan/plans.json }',
    '1:22 no phase that "build" needs promises "plan/plans.json" as an artifact; did you mean "plan/plan.json"?',
  ],
  ['when: { file: plan/plan.json, equals: 1 }', '1:35 unknown key "equals"; did you mean "is"?'],
  [
    'stop: { when: { any: [{ file: plan/plan.json, min: 1 }] } }',
    '1:51 unknown key "min"; did you mean "atLeast"?',
  ],
  [
    'when: { file: plan/plan.json, looksLike: 1 }',
    '1:35 unknown key "looksLike"; known here are file, at, is, not, in, exists, atLeast, atMost, any',
  ],
  ['limits: { money: 3 }', '1:15 unknown key "money"; known here are cost, tokens, time'],
  [
    'stop: { file: plan/plan.json, is: 1 }',
    '1:13 "file" and "is" belong one level deeper: write stop: { when: { file: …, is: … } }',
  ],
  [
    'loop: { to: plan, max: 3, any: [] }',
    '1:31 "any" belongs one level deeper: write loop: { until: { any: … } }',
  ],
  [
    'when: { file: plan/plan.txt, is: 1 }',
    '1:19 "plan/plan.txt" cannot be read here: its name must end in .json, .yaml, .yml, .md',
  ],
  [
    'when: { file: plan.json, is: 1 }',
    '1:19 "plan.json" must be <phase>/<path in its folder>, or start with "/"; did you mean "plan/plan.json"?',
  ],
  ['when: { file: plan/plan.json, is: .nan }', '1:39 JSON has no such number'],
  [
    'loop: { to: verify, until: { file: plan/plan.json, is: 1 }, max: 3 }',
    '1:17 "verify" does not come before "build": a loop goes back to its own phase or one that it needs',
  ],
  [
    'loop: { to: plam, until: { file: plan/plan.json, is: 1 }, max: 3 }',
    '1:17 there is no phase "plam"; did you mean "plan"?',
  ],
  ['loop: { to: plan, until: { file: plan/plan.json, is: 1 }, max: 0 }', '1:68 "max" must be at least 1'],
  ['limits: { cost: 0 }', '1:21 "cost" must be more than 0'],
  ['loop: { to: plan, until: { file: plan/plan.json, is: 1 } }', '1:11 "max" is missing'],
  [
    'forEach: { file: plan/plan.json }\nloop: { to: build, until: { file: build/build.json, is: 1 }, max: 3 }',
    'none',
  ],
  [
    'forEach: { file: plan/plan.json }\nloop: { to: plan, until: { file: build/build.json, is: 1 }, max: 3 }',
    '2:17 a round from "plan" writes the list of "build" anew, and no item would be left that sent it back: write this loop on a phase that needs "build"',
  ],
  [
    'forEach: { file: /src/api.json }\nloop: { to: plan, until: { file: build/build.json, is: 1 }, max: 3 }',
    '2:17 a round from "plan" writes the list of "build" anew, and no item would be left that sent it back: write this loop on a phase that needs "build"',
  ],
])('%s: %s', (lines, told) => {
  expect(problem(lines)).toBe(told);
});

test('a fault in the shape of the file hides none of its rules that can still be judged', () => {
  const told = (text: string): readonly string[] => {
    const read = parseWorkflow('w.yaml', text);
    return read.ok ? [] : read.error.map(({ line, message }) => `${line} ${message}`);
  };
  const bad = (lastPhase: string): string => `schema: 2
name: bad
isolation: in-place
parallel: 3
phases:
  - id: a
    artifacts: [v.json]
    loop: { to: b, until: { file: a/v.json, is: true }, max: 2 }
  - id: b
${lastPhase}
`;
  const IN_PLACE =
    '4 phases work at once in worktrees only: write "isolation: worktree", or leave "parallel" out';
  const LOOP = '8 "b" does not come before "a": a loop goes back to its own phase or one that it needs';
  const when = '    when: { file: a/v.json, is: true, not: false }';
  expect(told(bad(`    artifacts: [b.md]\n${when}`))).toEqual([
    IN_PLACE,
    LOOP,
    '11 "not" stands beside "is"; write a list of two tests, each with one of them',
  ]);
  // Whether a phase promises a file, or is needed, cannot be judged where that is what is at fault.
  expect(told(bad('    artifacts: b.md'))).toEqual([IN_PLACE, '10 "artifacts" must be a list, not "b.md"']);
  expect(told(bad('    artifcts: [b.md]'))).toEqual([
    IN_PLACE,
    '10 unknown key "artifcts"; did you mean "artifacts"?',
  ]);
});

test('an id that is refused is not refused again where it is named as it should be', () => {
  const read = parseWorkflow(
    'w.yaml',
    `schema: 2
name: w
result: docs/a.md
phases:
  - id: Docs
    artifacts: [a.md]
  - id: build
    needs: [docs]
    artifacts: [b.md]
    when: { file: docs/a.md, is: 1 }
    loop: { to: docs, until: { file: docs/a.md, is: 1 }, max: 2 }
`,
  );
  expect(read.ok ? [] : read.error.map(({ line, message }) => `${line} ${message}`)).toEqual([
    '5 "id" must start with a-z and have at most 40 of a-z, 0-9 and "-"',
  ]);
});

test('a workflow of schema 1 means what it meant: keys of schema 2 are refused with what to write', () => {
  const whole = `schema: 1
name: w
parallel: 2
inputs: { a: { default: x } }
limits: { cost: 1 }
result: a/x
phases: [{ id: a, artifacts: [x] }]
`;
  const read = parseWorkflow('w.yaml', whole);
  expect(read.ok ? [] : read.error.map(({ line, message }) => `${line} ${message}`)).toEqual(
    ['3 "parallel"', '4 "inputs"', '5 "limits"', '6 "result"'].map(
      (key) => `${key} is of schema 2: write "schema: 2" at the top of the file`,
    ),
  );
  expect(problem('when: { file: plan/plan.json, is: 1 }', 1)).toBe(
    '1:5 "when" is of schema 2: write "schema: 2" at the top of the file',
  );
});

test.each(['expect: fail', 'red: as-before'])('so is %s of a check, which is of schema 3', (key) => {
  const of = (schema: number) => problem(`checks: [{ run: x, ${key} }]`, schema).replace(/"\w+"/, '"KEY"');
  const told = '1:24 "KEY" is of schema 3: write "schema: 3" at the top of the file';
  expect([of(1), of(2), of(3)]).toEqual([told, told, 'none']);
});

test('what is to fail cannot also be allowed to be as red as before', () => {
  expect(problem('checks: [{ run: x, expect: fail, red: as-before }]', 3)).toBe(
    '1:38 "red" is about a check that is to pass: leave it out beside "expect: fail"',
  );
});

/** The list of the last phase is written by the one before it, which has these lines too. */
const listed = (lines: string, to: string): string => `schema: 2
name: w
phases:
  - id: ask
    artifacts: [topics.json]
  - id: plan
    artifacts: [/plan.json]
    ${lines}
  - id: build
    artifacts: [build.json]
    forEach: { file: /plan.json }
    loop: { to: ${to}, until: { file: build/build.json, is: 1 }, max: 3 }
`;

/** Two phases that write a list, and one that is repeated for it. */
const lists = (needs: string, file: string): string => `schema: 2
name: w
phases:
  - id: one
    artifacts: [/list.json, own.json]
  - id: two
    artifacts: [/list.json]
  - id: build
    needs: [${needs}]
    artifacts: [build.json]
    forEach: { file: ${file} }
`;

const atOnce = (lines: string): string => `schema: 2
name: w
${lines}
phases:
  - id: one
    artifacts: [one.json]
`;

test.each<[name: string, text: string, told: readonly string[]]>([
  ['no list that is written by one phase', lists('one', '/list.json'), []],
  [
    'a list that no needed phase promises',
    lists('one', '/other.json'),
    ['11:22 no phase that "build" needs promises "/other.json" as an artifact'],
  ],
  [
    'a list of a needed phase that does not promise it',
    lists('one', 'one/other.json'),
    ['11:22 no phase that "build" needs promises "one/other.json" as an artifact'],
  ],
  [
    'a list of a phase that is not needed',
    lists('', 'one/own.json'),
    ['11:22 "build" does not need "one", so it may not have run; add it to needs'],
  ],
  [
    'a list that two needed phases promise',
    lists('one, two', '/list.json'),
    ['11:22 "one" and "two" both promise "/list.json": one phase must write the list'],
  ],
  ['no phases at once', atOnce('parallel: 0'), ['3:11 "parallel" must be at least 1']],
  ['too many phases at once', atOnce('parallel: 17'), ['3:11 "parallel" must be at most 16']],
  ['half a phase at once', atOnce('parallel: 1.5'), ['3:11 "parallel" must be a whole number, not 1.5']],
  ['16 phases at once', atOnce('parallel: 16'), []],
  [
    'phases at once in place',
    atOnce('parallel: 2\nisolation: in-place'),
    ['3:11 phases work at once in worktrees only: write "isolation: worktree", or leave "parallel" out'],
  ],
  ['one phase at once in place', atOnce('parallel: 1\nisolation: in-place'), []],
  [
    'a loop of items from before the phase that writes their list',
    listed('approval: required', 'ask'),
    [
      '12:17 a round from "ask" writes the list of "build" anew, and no item would be left that sent it back: write this loop on a phase that needs "build"',
    ],
  ],
  [
    'a list that each item of another list would write',
    listed('forEach: { file: ask/topics.json }', 'build'),
    [
      '11:22 "plan" is there once for each item, and each would write "/plan.json": one phase must write the list',
    ],
  ],
])('%s: is told where the workflow is read', (_name, text, told) => {
  const read = parseWorkflow('w.yaml', text);
  expect(
    read.ok ? [] : read.error.map(({ line, column, message }) => `${line}:${column} ${message}`),
  ).toEqual(told);
});
