import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { UNKNOWN_PROJECT, type Project } from '../../../src/model/project/project.ts';
import { schemaViolations } from '../../../src/model/gate/schemaViolations.ts';
import { parseWorkflow } from '../../../src/model/workflow/parseWorkflow.ts';
import { commandsOf, NO_COMMANDS, type Commands } from '../../../src/model/workflow/shipped/commands.ts';
import { composeWorkflow } from '../../../src/model/workflow/shipped/composeWorkflow.ts';
import { SHIPPED, type Shipped, type ShippedName } from '../../../src/model/workflow/shipped/shipped.ts';
import type { Phase, Workflow } from '../../../src/model/workflow/workflow.ts';
import { workflowJsonSchema } from '../../../src/model/workflow/workflowJsonSchema.ts';
import { projectIn, PROJECTS } from '../../support/projectFacts.ts';
import { judged, RULES } from '../agent/shell/judgedBy.ts';

const NAMES = Object.keys(SHIPPED) as ShippedName[];
const projects: readonly (readonly [string, Project])[] = [
  ['of which nothing is known', UNKNOWN_PROJECT],
  ...readdirSync(PROJECTS).map((name) => [`of ${name}`, projectIn(join(PROJECTS, name))] as const),
];
const workflows = NAMES.flatMap((name) => projects.map(([of, project]) => [name, of, project] as const));

function read(name: ShippedName, commands: Commands): Workflow {
  const parsed = parseWorkflow(`${name}.yaml`, composeWorkflow(name, commands), () => true);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value;
}

const valid = new Ajv({ strict: false }).compile(workflowJsonSchema());

describe.each(workflows)('%s for a project %s', (name, _of, project) => {
  const text = composeWorkflow(name, commandsOf(project));
  const workflow = read(name, commandsOf(project));

  it('is a workflow, for the engine and for an editor, the same bytes each time', () => {
    expect(valid(parse(text))).toBe(true);
    expect(composeWorkflow(name, commandsOf(project))).toBe(text);
  });

  it('sets up what was found, and checks by what was found where code may have changed', () => {
    expect(workflow.worktree.setup).toEqual(project.setup.map(({ run }) => run));
    const runs = project.checks.map(({ run }) => run);
    expect(workflow.phases.map(({ checks }) => checks.map(({ run }) => run))).toEqual(
      SHIPPED[name].phases.map(({ isChecked }) => (isChecked ? runs : [])),
    );
    for (const { file } of [...project.setup, ...project.checks]) expect(text).toContain(` # ${file}`);
  });

  it('has no check that says nothing, and says where it has none', () => {
    expect(workflow.phases.every(({ checks }) => checks.length > 0)).toBe(false);
    expect(text.includes('NO CHECKS ARE RUN')).toBe(project.checks.length === 0);
    expect(text.includes('NOTHING IS CHECKED HERE')).toBe(project.checks.length === 0);
    expect(text).not.toContain('git diff --check');
  });
});

const asShown = ({ id, approval, checks, forEach, loop }: Phase): Shipped['phases'][number] => ({
  id,
  asks: approval === 'required',
  isChecked: checks.length > 0,
  isRepeated: forEach !== null,
  sendsBackTo: loop?.to ?? null,
});

test.each(NAMES)('%s is in the list as it is', (name) => {
  const workflow = read(name, commandsOf(UNKNOWN_PROJECT, { checks: ['npm test'] }));
  expect({
    name: workflow.name,
    title: workflow.title,
    description: workflow.description,
    phases: workflow.phases.map(asShown),
  }).toEqual(SHIPPED[name]);
  expect(workflow).toMatchObject({
    isolation: 'worktree',
    agent: { kind: 'named', name: 'auto' },
    inputs: [],
  });
});

test.each(NAMES)(
  'each phase of %s says what to write, names each file that it promises, and hands on to the next',
  (name) => {
    for (const { prompt, artifacts } of read(name, NO_COMMANDS).phases) {
      for (const { path, headings } of artifacts) {
        expect(prompt).toContain(`Write ${path}`);
        for (const heading of headings) expect(prompt).toContain(`\`## ${heading}\``);
      }
      // What is asked in so many words is read by small models, too.
      expect(prompt.length).toBeLessThan(2_200);
    }
  },
);

// Else an agent that does what it is told is denied where nobody is there to ask.
test('what a prompt tells to run needs no permission as it stands', () => {
  const prompts = NAMES.flatMap((name) => read(name, NO_COMMANDS).phases).map(({ prompt }) => prompt);
  const told = prompts.flatMap((prompt) => [...prompt.matchAll(/`(?<line>git [^`]*)`/g)]);
  const lines = told.map(({ groups }) => (groups?.['line'] ?? '').replace('<base>', 'a'.repeat(40)));
  expect(lines).toHaveLength(3);
  for (const line of lines)
    expect([line, judged(line, { ...RULES, allow: [], checks: [] })]).toEqual([line, 'allow']);
  // A variable is asked about, whatever it holds.
  for (const prompt of prompts) expect(prompt).not.toMatch(/\$CAIRN_(?!BIN)/);
});

describe('an agent is told of the checks as they are', () => {
  const workers = ['implement', 'fix', 'change'];
  const prompts = (commands: Commands): readonly string[] =>
    NAMES.flatMap((name) => read(name, commands).phases)
      .filter(({ id }) => workers.includes(id))
      .map(({ prompt }) => prompt);

  it('that there are some', () => {
    for (const prompt of prompts(commandsOf(UNKNOWN_PROJECT, { checks: ['npm test'] })))
      expect(prompt).toContain('run the checks listed below');
  });

  it('that none is known, and to find one', () => {
    expect(prompts(NO_COMMANDS)).toHaveLength(3);
    for (const prompt of prompts(NO_COMMANDS)) expect(prompt).toContain('No check of this project is known.');
  });
});

test('a refactoring does its tasks at once where there is a worktree for each', () => {
  const parallel = (isParallel: boolean) => read('refactor', { ...NO_COMMANDS, isParallel }).parallel;
  expect([parallel(true), parallel(false)]).toEqual([3, 1]);
});

describe('a verdict', () => {
  const [schema] = NAMES.slice(0, 1).flatMap((name) =>
    read(name, NO_COMMANDS).phases.flatMap(({ id, artifacts }) =>
      id === 'verify' ? artifacts.map((each) => each.schema) : [],
    ),
  );
  const claim = (holds: boolean) => ({ claim: 'It is dark.', proof: 'npm test', holds });
  it.each([
    ['a yes with its proof', { ok: true, checked: [claim(true)], missing: [] }, []],
    ['a no that says what is missing', { ok: false, checked: [claim(false)], missing: ['the night'] }, []],
    [
      'a yes without proof',
      { ok: true, checked: [], missing: [] },
      ['/checked must have at least 1 items, has 0'],
    ],
    [
      'a yes over what does not hold',
      { ok: true, checked: [claim(false)], missing: [] },
      ['/checked/0/holds must be true'],
    ],
    [
      'a yes with something missing',
      { ok: true, checked: [claim(true)], missing: ['x'] },
      ['/missing must have at most 0 items, has 1'],
    ],
    [
      'a no without a word',
      { ok: false, checked: [claim(true)], missing: [] },
      ['/missing must have at least 1 items, has 0'],
    ],
    [
      'a word instead',
      { ok: 'yes', checked: [claim(true)], missing: ['x'] },
      ['/ok must be boolean, is string'],
    ],
  ])('%s', (_name, verdict, why) =>
    expect(schemaViolations(schema, verdict).map(({ path, what }) => `${path} ${what}`)).toEqual(why),
  );
});
