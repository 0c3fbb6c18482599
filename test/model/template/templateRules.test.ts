import { describe, expect, it } from 'vitest';
import { parseWorkflow } from '../../../src/model/workflow/parseWorkflow.ts';
import { cpuMs } from '../../support/lateness.ts';

/** `line:column message` of each problem; `keys` begin in line 6, column 3. */
function problems(keys: string, head = 'inputs: {ticket: {}}'): readonly string[] {
  const read = parseWorkflow(
    'w.yaml',
    `schema: 2\nname: w\n${head}\nphases:\n- id: a\n  ${keys}\n  artifacts: [x]\n`,
  );
  return read.ok ? [] : read.error.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

const NO_TICKT = 'there is no template "inputs.tickt"; did you mean "inputs.ticket"?';

describe('templates of a workflow file', () => {
  it.each([
    ['title: "For {{ inputs.ticket }}"'],
    ['prompt: |\n    {{request}} and {{\n      inputs.ticket }}'],
    ['prompt: "{ { }} } {"'],
  ])('are taken: %j', (keys) => expect(problems(keys)).toEqual([]));

  it.each([
    ['prompt: Do {{ inputs.tickt }}', `6:14 ${NO_TICKT}`],
    ['title: Do {{ inputs.tickt }}', `6:13 ${NO_TICKT}`],
    ['prompt: "Do {{ inputs.tickt }}"', `6:15 ${NO_TICKT}`],
    ["prompt: 'Don''t {{ inputs.tickt }}'", `6:19 ${NO_TICKT}`],
    ['prompt: |\n    One {{ request }}\n\n      two {{ inputs.tickt }}', `9:11 ${NO_TICKT}`],
    ['prompt: >-   # {{ a comment\n    One {{ request }}\n    two {{ inputs.tickt }}', `8:9 ${NO_TICKT}`],
    ['prompt: One\n    {{ request }}\n    {{ inputs.tickt }}', `8:5 ${NO_TICKT}`],
    // Written by escapes: the text it is in.
    ['prompt: "Do \\x7b{ inputs.tickt }}"', `6:11 ${NO_TICKT}`],
    ['prompt: Do {{ request', '6:14 this template has no end ("}}")'],
    ['prompt: "{{ }}"', '6:12 there is no template ""; there are request, inputs.ticket'],
    [
      'prompt: "{{ color: red }}"',
      '6:12 there is no template "color: red"; there are request, inputs.ticket',
    ],
    ['prompt: "{{ Request }}"', '6:12 there is no template "Request"; did you mean "request"?'],
    ['prompt: "{{ item.title }}"', '6:12 there is an item only in a phase that has "forEach"'],
    [
      'prompt: "{{ __proto__ }} {{ request }} {{ inputs.constructor }}"',
      '6:12 there is no template "__proto__"; there are request, inputs.ticket',
    ],
  ])('are refused where they stand for nothing: %j', (keys, problem) => {
    expect(problems(keys)[0]).toBe(problem);
  });

  it('are found behind an alias, where it leads', () => {
    expect(problems('title: &t Do {{ inputs.tickt }}\n  prompt: *t')).toEqual([
      `6:16 ${NO_TICKT}`,
      `6:16 ${NO_TICKT}`,
    ]);
  });

  it('are each told, also beside other problems', () => {
    expect(problems('prompt: "{{ a }} {{ b }}"\n  retries: -1')).toEqual([
      '6:12 there is no template "a"; there are request, inputs.ticket',
      '6:20 there is no template "b"; there are request, inputs.ticket',
      '7:12 "retries" must be at least 0',
    ]);
  });

  it('are text where the workflow has no inputs, as ever', () => {
    expect(problems('prompt: "{{ anything }} {{"', '')).toEqual([]);
  });

  it('are there with the key alone', () => {
    expect(problems('prompt: "{{ request }} {{ x }}"', 'inputs: {}')).toEqual([
      '6:26 there is no template "x"; there are request',
    ]);
  });

  it('are not what a file can make the reader slow with', () => {
    const many = `prompt: "${'{{ request }} {{ x }}'.repeat(40_000)}"`;
    expect(cpuMs(() => expect(problems(many)).toHaveLength(50))).toBeLessThan(3000);
  });
});
