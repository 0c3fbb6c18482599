import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { UNKNOWN_PROJECT } from '../../../src/model/project/project.ts';
import { parseWorkflow } from '../../../src/model/workflow/parseWorkflow.ts';
import { planHash } from '../../../src/model/workflow/planHash.ts';
import { commandsOf, commandsOfSession } from '../../../src/model/workflow/shipped/commands.ts';
import { composeWorkflow } from '../../../src/model/workflow/shipped/composeWorkflow.ts';
import { SHIPPED, type ShippedName } from '../../../src/model/workflow/shipped/shipped.ts';
import type { Command, Workflow } from '../../../src/model/workflow/workflow.ts';
import { hostileText } from '../hostileText.ts';
import { runsOf } from '../../support/seeds.ts';

const NAMES = Object.keys(SHIPPED) as ShippedName[];

function read(text: string): Workflow {
  const parsed = parseWorkflow('w.yaml', text);
  if (!parsed.ok) throw new Error(`${JSON.stringify(parsed.error)}\n${text}`);
  return parsed.value;
}

const checksIn = ({ phases }: Workflow) => phases.find(({ checks }) => checks.length > 0)?.checks ?? [];
const written = (name: ShippedName, run: readonly Command[]): Workflow =>
  read(
    composeWorkflow(name, {
      copy: [],
      setup: run.map((each) => ({ run: each, file: null })),
      checks: run.map((each) => ({ run: each, file: null })),
      isParallel: true,
    }),
  );

const text = fc.oneof(hostileText, fc.string({ minLength: 1 })).filter((given) => given.trim() !== '');
const command: fc.Arbitrary<Command> = fc.oneof(
  text,
  fc.tuple(text, fc.string(), hostileText).map(([program, ...words]): Command => [program, ...words]),
);

describe('whatever a command is', () => {
  it('it reads back as itself, in the setup and in each phase that is checked, and nothing else changes', () => {
    const plain = NAMES.map((name) => written(name, ['x']));
    fc.assert(
      fc.property(
        fc.nat(NAMES.length - 1),
        fc.uniqueArray(command, { maxLength: 3, minLength: 1 }),
        (at, runs) => {
          const name = NAMES[at] ?? 'feature';
          const workflow = written(name, runs);
          expect(workflow.worktree.setup).toEqual(runs);
          expect(
            workflow.phases
              .filter(({ checks }) => checks.length > 0)
              .map(({ checks }) => checks.map(({ run }) => run)),
          ).toEqual(SHIPPED[name].phases.filter(({ isChecked }) => isChecked).map(() => runs));
          const bare = ({ phases, ...rest }: Workflow) => ({
            ...rest,
            worktree: null,
            written: null,
            phases: phases.map((phase) => ({ ...phase, checks: phase.checks.length > 0 })),
          });
          expect(bare(workflow)).toEqual(bare(plain[at] as Workflow));
        },
      ),
      { numRuns: runsOf(150, 3000) },
    );
  });

  it.each([
    'a: b',
    'a # b',
    '# a',
    "it's",
    '"a"',
    '- a',
    '&a',
    '*a',
    '!a',
    '%a',
    '@a',
    '`a`',
    '{a}',
    '[a]',
    '123',
    'true',
    '~',
    'null',
    'a\nb',
    'a\tb',
    ' a ',
    '---',
    '{{ item.x }}',
    '$(a)',
    'a \\\n  b',
    'a:',
    'a\uFEFF',
    'a\u00A0',
  ])('%j', (run) => expect(checksIn(written('refactor', [run]))[0]?.run).toBe(run));
});

test('the same answers are the same bytes, and the same plan', () => {
  const compose = () =>
    composeWorkflow('fix', commandsOf(UNKNOWN_PROJECT, { checks: ['npm test'], setup: [] }));
  expect(compose()).toBe(compose());
  const sha256 = (of: string | Uint8Array): string => String(of);
  expect(planHash(read(compose()), sha256)).toBe(planHash(read(compose()), sha256));
});

test('what a person says takes the place of what was found, each for itself', () => {
  const found = {
    ...UNKNOWN_PROJECT,
    setup: [{ kind: 'setup' as const, run: 'npm ci', file: 'package-lock.json', line: 1, needs: 'npm' }],
    checks: [{ kind: 'test' as const, run: 'npm test', file: 'package.json', line: 5, needs: 'npm' }],
  };
  const runs = ({ setup, checks }: ReturnType<typeof commandsOf>) => [
    setup.map(({ run }) => run),
    checks.map(({ run }) => run),
  ];
  expect(runs(commandsOf(found))).toEqual([['npm ci'], ['npm test']]);
  expect(runs(commandsOf(found, { checks: ['just test'] }))).toEqual([['npm ci'], ['just test']]);
  expect(runs(commandsOf(found, { setup: [], checks: [] }))).toEqual([[], []]);
});

test('a session that goes on with another workflow keeps its own commands, with their names and times', () => {
  const own = read(`schema: 1
name: own
worktree: { copy: [.env.local], setup: [[npm, ci], "make a: b"] }
phases:
  - id: one
    checks:
      - { run: npm test, timeout: 90s }
      - { run: [npm, run, lint], name: the lint }
  - id: two
    checks:
      - { run: npm test, timeout: 90s }
      - { run: make, name: the lint }
`);
  const fix = read(composeWorkflow('fix', commandsOfSession(own, 'worktree')));
  expect(fix.worktree).toEqual(own.worktree);
  const rule = { expect: 'pass', red: 'must-pass' };
  expect(checksIn(fix)).toEqual([
    { name: 'npm test', run: 'npm test', timeoutMs: 90_000, ...rule },
    { name: 'the lint', run: ['npm', 'run', 'lint'], timeoutMs: 600_000, ...rule },
    { name: 'the lint (2)', run: 'make', timeoutMs: 600_000, ...rule },
  ]);
  expect(read(composeWorkflow('refactor', commandsOfSession(own, 'in-place'))).parallel).toBe(1);
});

test.each<readonly [ShippedName, string]>([
  ['feature', 'as-before'],
  ['refactor', 'as-before'],
  ['review', 'as-before'],
  // Who says that it is mended has to show it.
  ['fix', 'must-pass'],
])('in %s each check is %s', (name, red) => {
  const checks = written(name, ['npm test', 'npm run lint']).phases.flatMap((phase) => phase.checks);
  expect(checks.length).toBeGreaterThan(0);
  expect([...new Set(checks.map((check) => check.red))]).toEqual([red]);
});
