import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Matches } from '../../../src/model/inputs/judgeInputs.ts';
import { parseWorkflow } from '../../../src/model/workflow/parseWorkflow.ts';

const matches: Matches = (pattern, text) =>
  pattern === 'endless' ? null : new RegExp(pattern, 'u').test(text);
const PHASES = 'phases:\n- {id: a, artifacts: [x]}\n';

/** `line:column message` of each problem; `inputs` is in line 3 and below. */
function problems(inputs: string, judge: Matches | null = matches): readonly string[] {
  const read = parseWorkflow('w.yaml', `schema: 2\nname: w\ninputs:${inputs}\n${PHASES}`, judge);
  return read.ok ? [] : read.error.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

describe('inputs of a workflow file', () => {
  it('are read in file order, with what they leave out', () => {
    const read = parseWorkflow(
      'w.yaml',
      `schema: 2\nname: w\ninputs:\n  ticket: { description: Which, required: true, pattern: "^[A-Z]+-\\\\d+$" }\n  depth: { default: shallow, enum: [shallow, deep] }\n  note: {}\n${PHASES}`,
      matches,
    );
    expect(read.ok && read.value.inputs).toEqual([
      {
        name: 'ticket',
        description: 'Which',
        required: true,
        default: null,
        pattern: '^[A-Z]+-\\d+$',
        enum: null,
      },
      {
        name: 'depth',
        description: null,
        required: false,
        default: 'shallow',
        pattern: null,
        enum: ['shallow', 'deep'],
      },
      { name: 'note', description: null, required: false, default: null, pattern: null, enum: null },
    ]);
  });

  it.each([
    ['\n  a: {default: 3}', '4:16 "default" must be text, not 3; put it in quotes'],
    ['\n  a: {default: true}', '4:16 "default" must be text, not true; put it in quotes'],
    ['\n  a: {default: [x]}', '4:7 "default" must be text, not a list'],
    ['\n  a: {default: null}', '4:16 "default" must be text, not nothing'],
    ['\n  a: {enum: [1]}', '4:14 entry 1 of enum must be text, not 1; put it in quotes'],
    ['\n  a: {enum: []}', '4:7 "enum" must not be empty'],
    ['\n  a: {enum: [x, y, x]}', '4:20 "x" is here twice'],
    ['\n  a: {enum: [x, y], default: z}', '4:30 "a" must be x or y, not "z"; did you mean "x"?'],
    ['\n  a: {pattern: "("}', '4:16 "pattern" must be a regular expression, such as "^[A-Z]+$"'],
    ['\n  a: {pattern: "^x$", default: y}', '4:32 "a" must match ^x$, not "y"'],
    ['\n  a: {pattern: "^x$", enum: [x, y]}', '4:33 "a" must match ^x$, not "y"'],
    [
      '\n  a: {pattern: endless, default: y}',
      '4:34 "a" takes too long to be compared with its pattern endless; simplify the pattern',
    ],
    [
      '\n  a: {required: true, default: x}',
      '4:17 "a" is required, so its default would never be used; leave one of the two out',
    ],
    ['\n  a: {required: "yes"}', '4:17 "required" must be true or false, not "yes"'],
    ['\n  a: {requird: true}', '4:7 unknown key "requird"; did you mean "required"?'],
    ['\n  a: {description: ""}', '4:20 "description" must not be empty'],
    ['\n  1a: {}', '4:3 "1a" must start with a letter and have at most 40 letters, digits, "_" and "-"'],
    ['\n  "a b": {}', '4:3 "a b" must start with a letter and have at most 40 letters, digits, "_" and "-"'],
    [
      '\n  __proto__: {}',
      '4:3 "__proto__" must start with a letter and have at most 40 letters, digits, "_" and "-"',
    ],
    ['\n  a-b: {}\n  A_b: {}', '5:3 "A_b" and "a-b" would both be CAIRN_INPUT_A_B; rename one of them'],
    ['\n  a: {default: "x\\0"}', '4:16 "default" must not have a NUL character'],
    ['\n  a: text', '4:6 "a" must be a block of keys, not "text"'],
    [' [a]', '3:1 "inputs" must be a block of keys, not a list'],
    ['', '3:8 "inputs" must be a block of keys, not nothing'],
  ])('refuses %j', (inputs, problem) => {
    expect(problems(inputs)).toEqual([problem]);
  });

  it('tells what is wrong between valid ones beside what is wrong within another', () => {
    expect(problems('\n  a: {default: 3}\n  b: {enum: [x], default: y}')).toEqual([
      '4:16 "default" must be text, not 3; put it in quotes',
      '5:27 "b" must be x, not "y"; did you mean "x"?',
    ]);
  });

  it('are those of the page in its example', () => {
    const blocks = [...readFileSync('docs/workflows.md', 'utf8').matchAll(/^```yaml\n(.*?)^```/gms)];
    // One block is the file that names a workflow.
    const workflows = blocks.filter(([, text = '']) => text.includes('phases:'));
    const read = workflows.map(([, text = '']) => parseWorkflow('docs/workflows.md', text, matches));
    expect(read.map((one) => (one.ok ? one.value.inputs.map(({ name }) => name) : one.error))).toEqual([
      [],
      [],
      [],
      ['ticket', 'depth'],
      [],
    ]);
  });

  it('are a hundred at most', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => `\n  a${index}: {}`).join('');
    expect(problems(many)).toEqual(['3:1 at most 100 inputs are possible, not 20000']);
  });

  it('of a session are not judged by their patterns again: those come from elsewhere, and were judged once', () => {
    expect(problems('\n  a: {pattern: "^x$", default: y}', null)).toEqual([]);
  });
});
