import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillTemplates, templatesIn } from '../../../src/model/template/template.ts';
import { fillWorkflow, MOST_FILLED } from '../../../src/model/template/fillWorkflow.ts';
import { parseWorkflow } from '../../../src/model/workflow/parseWorkflow.ts';
import type { Phase, Workflow } from '../../../src/model/workflow/workflow.ts';
import { anyWorkflow } from '../anyWorkflow.ts';
import { planHash } from '../../../src/model/workflow/planHash.ts';

const VALUES = new Map([
  ['inputs.x', 'X'],
  ['inputs.two-words', 'Y'],
  ['request', 'R'],
  ['nested', '{{ inputs.x }}'],
]);
const fill = (text: string): string => fillTemplates(text, (name) => VALUES.get(name) ?? null);

describe('fillTemplates', () => {
  it.each([
    ['', ''],
    ['no braces', 'no braces'],
    ['{{ inputs.x }}', 'X'],
    ['{{inputs.x}}', 'X'],
    ['a {{\n  inputs.x\t}} b', 'a X b'],
    ['{{ inputs.two-words }}{{ request }}', 'YR'],
    ['{ {request} } }} {', '{ {request} } }} {'],
    ['{{ unknown }} {{ request }}', '{{ unknown }} R'],
    ['{{ request', '{{ request'],
    ['{{ nested }}', '{{ inputs.x }}'],
    ['{{ {{ request }}', '{{ {{ request }}'],
    ['{{{ request }}}', '{{{ request }}}'],
  ])('makes of %j %j', (text, filled) => expect(fill(text)).toBe(filled));

  it('says of each template which of the braces of a text begin it', () => {
    expect(templatesIn('{{ a }} {{ b {{ c }} {{ d').map(({ name, nth }) => [name, nth])).toEqual([
      ['a', 0],
      ['b {{ c', 1],
      [null, 3],
    ]);
  });

  it('expands no value a second time, whatever the values hold', () => {
    const piece = fc.constantFrom('{{', '}}', '{', '}', ' ', 'a', 'b', '{{ a }}', '{{b}}', 'text');
    const anyText = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(anyText, anyText, anyText, (text, a, b) => {
        const values: Readonly<Record<string, string>> = { a, b };
        // Marks instead of values: where a value came from shows, and is put in by other means.
        const marked = fillTemplates(text, (name) => (name in values ? `<${name}>` : null));
        const expected = marked
          .split(/(<[ab]>)/)
          .map((part) => values[/^<([ab])>$/.exec(part)?.[1] ?? ''] ?? part);
        expect(fillTemplates(text, (name) => values[name] ?? null)).toBe(expected.join(''));
      }),
    );
  });
});

const workflowOf = (text: string): Workflow => {
  const read = parseWorkflow('w.yaml', text);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value;
};
const withPhase = (keys: string, inputs = 'inputs: {x: {}, y: {}}\n'): Workflow =>
  workflowOf(`schema: 2\nname: w\n${inputs}phases:\n- {id: a, artifacts: [r.md], ${keys}}\n`);
const of = (workflow: Workflow | null): Pick<Phase, 'title' | 'prompt'> | undefined => {
  const [phase] = workflow?.phases ?? [];
  return phase && { title: phase.title, prompt: phase.prompt };
};

describe('fillWorkflow', () => {
  const values = {
    inputs: new Map([
      ['x', 'one\ntwo'],
      ['y', ''],
    ]),
    request: 'Do it\nwell\n',
  };

  it('fills title and prompt; in a title a value is one line', () => {
    const workflow = withPhase('title: "T {{ inputs.x }}", prompt: "P {{ inputs.x }}: {{ request }}."');
    expect(of(fillWorkflow(workflow, values))).toEqual({
      title: 'T one two',
      prompt: 'P one\ntwo: Do it\nwell.',
    });
  });

  it('leaves no title where nothing is in it', () => {
    const workflow = withPhase('title: "{{ inputs.y }}"');
    expect(of(fillWorkflow(workflow, values))).toEqual({ title: null, prompt: '' });
  });

  it.each(['', 'inputs: {x: {}}\n'])('makes a title one line, with templates and without: %j', (inputs) => {
    const workflow = withPhase(String.raw`title: "a\u202e\nb"`, inputs);
    expect(of(fillWorkflow(workflow, values))?.title).toBe('a b');
  });

  it('cuts a request in a title as that of a session is cut', () => {
    const workflow = withPhase('title: "{{ request }}"');
    const filled = fillWorkflow(workflow, { ...values, request: 'word '.repeat(100) });
    expect(of(filled)?.title).toHaveLength(72);
  });

  it('takes braces for text where there are no inputs', () => {
    const workflow = withPhase('title: "{{ inputs.x }}", prompt: "{{ request }}"', '');
    expect(of(fillWorkflow(workflow, values))).toEqual({
      title: '{{ inputs.x }}',
      prompt: '{{ request }}',
    });
  });

  it('fills what is no title and no prompt nowhere', () => {
    const workflow = workflowOf(
      'schema: 2\nname: w\ndescription: "{{ request }}"\ninputs: {}\nagent: {kind: command, command: [run, "{{ request }}"]}\n' +
        'phases:\n- {id: a, artifacts: [{path: "{{ request }}", headings: ["{{ request }}"]}], checks: [{run: "{{ request }}"}]}\n',
    );
    expect(fillWorkflow(workflow, values)).toEqual(workflow);
  });

  it('fills texts of an item where a phase has one, and leaves them where it has none', () => {
    const workflow: Workflow = {
      ...withPhase(''),
      phases: withPhase('').phases.map((phase) => ({ ...phase, prompt: '{{ item.title }} {{ inputs.x }}' })),
    };
    expect(of(fillWorkflow(workflow, values))?.prompt).toBe('{{ item.title }} one\ntwo');
    const item = { title: '{{ inputs.x }}' };
    expect(of(fillWorkflow(workflow, values, () => item))?.prompt).toBe('{{ inputs.x }} one\ntwo');
  });

  it('does not make a few bytes into more than a machine can hold', () => {
    const workflow = withPhase(`prompt: "${'{{ request }}'.repeat(50)}"`);
    const request = 'x'.repeat(MOST_FILLED / 50);
    expect(of(fillWorkflow(workflow, { ...values, request: request.slice(20) }))?.prompt).toHaveLength(
      MOST_FILLED - 1000,
    );
    expect(fillWorkflow(workflow, { ...values, request })).toBe(null);
  });

  it('changes no plan', () => {
    const hash = (text: string): string => text;
    fc.assert(
      fc.property(anyWorkflow, fc.string(), (workflow, request) => {
        const filled = fillWorkflow(workflow, { ...values, request });
        expect(filled && planHash(filled, hash)).toBe(planHash(workflow, hash));
      }),
    );
  });
});
