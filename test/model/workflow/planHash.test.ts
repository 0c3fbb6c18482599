import * as fc from 'fast-check';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { comparePlans, describePlanChange } from '../../../src/model/workflow/comparePlans.ts';
import type { PhaseId } from '../../../src/model/names/ids.ts';
import { parseWorkflow } from '../../../src/model/workflow/parseWorkflow.ts';
import { planHash } from '../../../src/model/workflow/planHash.ts';
import type { Condition } from '../../../src/model/graph/condition.ts';
import type { Phase, Workflow } from '../../../src/model/workflow/workflow.ts';
import { anyWorkflow } from '../anyWorkflow.ts';
import { runsOf } from '../../support/seeds.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hash = (workflow: Workflow): string => planHash(workflow, sha256);
const read = (text: string): Workflow => {
  const workflow = parseWorkflow('w.yaml', text);
  if (!workflow.ok) throw new Error(JSON.stringify(workflow.error));
  return workflow.value;
};

const example = read(`
schema: 1
name: feature
phases:
  - id: research
    artifacts: [findings.md]
  - id: plan
    artifacts: [{path: plan.md, minBytes: 200, headings: [Steps, Risks]}, {path: tasks.json, schema: {type: array, minItems: 1}}]
    approval: required
  - id: implement
    artifacts: [summary.md, /src/login.ts]
    checks: [{run: npm test}, {run: [npm, run, lint]}]
`);

/** A workflow whose file has the phases that it runs. */
const withPhases = (workflow: Workflow): Workflow => ({ ...workflow, written: workflow.phases });

/** All that is not the plan, replaced. */
const reworded = (workflow: Workflow): Workflow =>
  withPhases({
    ...workflow,
    name: `${workflow.name}x`,
    title: 'other',
    description: 'other',
    isolation: 'in-place',
    branchPrefix: 'other/',
    worktree: { copy: [], setup: ['npm ci'] },
    agent: { kind: 'named', name: 'other' },
    parallel: 7,
    phases: workflow.phases.map((phase) => ({
      packet: { budget: 501, review: true },
      timeoutMs: phase.timeoutMs + 1,
      limits: { cost: 1, tokens: 2, timeMs: 3 },
      warnAfterMs: 1,
      onConflict: 'ask',
      retries: phase.retries + 1,
      approval: phase.approval,
      checks: phase.checks.map((check) => ({ ...check, timeoutMs: 1, name: `${check.name}x` })),
      artifacts: phase.artifacts.toReversed().map(({ path, minBytes, headings, schema }) => ({
        schema: schema === null ? null : Object.fromEntries(Object.entries(schema as object).toReversed()),
        headings: headings.toReversed(),
        minBytes,
        path,
      })),
      agent: { kind: 'manual' },
      needs: phase.needs.toReversed(),
      needsByDefault: phase.needsByDefault,
      when: phase.when,
      forEach: phase.forEach,
      item: phase.item,
      loop: phase.loop,
      stop: phase.stop,
      prompt: `${phase.prompt}.`,
      title: 'other',
      id: phase.id,
    })),
  });

const RULE = { run: 'true', timeoutMs: 1, expect: 'pass', red: 'must-pass' } as const;

/** Every single change of the plan that can be made to a phase. */
const EDITS: readonly ((phase: Phase, other: PhaseId) => Phase)[] = [
  (phase) => ({ ...phase, id: `${phase.id}-x` as PhaseId }),
  (phase, other) => ({ ...phase, needs: [...phase.needs, other] }),
  (phase) => ({ ...phase, approval: phase.approval === 'none' ? 'required' : 'none' }),
  (phase) => ({
    ...phase,
    artifacts: [...phase.artifacts, { path: 'new.md', minBytes: null, headings: [], schema: null }],
  }),
  (phase) => ({ ...phase, checks: [...phase.checks, { ...RULE, name: 'new' }] }),
  (phase) => ({ ...phase, artifacts: phase.artifacts.slice(1) }),
  (phase) => ({ ...phase, checks: phase.checks.slice(1) }),
  (phase) => ({ ...phase, checks: [...phase.checks, { ...RULE, name: 'new', expect: 'fail' }] }),
  (phase) => ({ ...phase, checks: [...phase.checks, { ...RULE, name: 'new', red: 'as-before' }] }),
  (phase) => ({
    ...phase,
    artifacts: phase.artifacts.map((rule) => ({ ...rule, minBytes: (rule.minBytes ?? 0) + 1 })),
  }),
  (phase) => ({
    ...phase,
    artifacts: phase.artifacts.map((rule) => ({ ...rule, headings: [...rule.headings, 'Extra'] })),
  }),
  (phase) => ({ ...phase, artifacts: phase.artifacts.map((rule) => ({ ...rule, schema: { const: 1 } })) }),
  (phase) => ({ ...phase, artifacts: phase.artifacts.map((rule) => ({ ...rule, path: `${rule.path}x` })) }),
  (phase) => ({
    ...phase,
    checks: phase.checks.map((check) => ({
      ...check,
      run: typeof check.run === 'string' ? ([check.run] as const) : 'x y z',
    })),
  }),
  (phase) => ({ ...phase, when: phase.when === null ? ODD : null }),
  (phase) => ({ ...phase, stop: phase.stop === null ? ODD : { all: [phase.stop] } }),
  (phase) => ({ ...phase, loop: phase.loop === null ? { to: phase.id, until: ODD, max: 2 } : null }),
  (phase) => ({ ...phase, loop: phase.loop && { ...phase.loop, max: phase.loop.max + 1 } }),
  (phase, by) => ({
    ...phase,
    forEach: phase.forEach === null ? { file: 'a/b.json', at: '', by, max: 1 } : null,
  }),
  (phase) => ({ ...phase, forEach: phase.forEach && { ...phase.forEach, max: phase.forEach.max + 1 } }),
  (phase) => ({ ...phase, forEach: phase.forEach && { ...phase.forEach, at: `${phase.forEach.at}/x` } }),
];

const ODD: Condition = { file: 'odd/odd.json', at: '/odd', operator: 'is', to: 'odd' };

const WHEN = ', when: {file: research/a.json, is: 1}';

describe('the plan hash', () => {
  it('stays what it is from release to release', () => {
    expect(`${planHash(example, (text) => text)}\n`).toBe(readFileSync('test/golden/plan.txt', 'utf8'));
    expect(hash(example)).toBe('sha256:a9656935e84bfc30c251c37ab7b3f1c5741de1eecae3f967acc13023dd0e4600');
  });

  it('[M29] does not see names, prompts, titles, agents, timeouts, retries, budgets, nor the order of keys, needs or artifacts', () => {
    fc.assert(
      fc.property(anyWorkflow, (workflow) => {
        expect(hash(reworded(workflow))).toBe(hash(workflow));
        expect(comparePlans(workflow, reworded(workflow))).toEqual([]);
      }),
    );
  });

  it('[M29] sees every phase that is added, taken out or renamed, and every change of needs, artifacts, rules, checks, approvals, conditions, loops and lists', () => {
    fc.assert(
      fc.property(anyWorkflow, fc.nat(), fc.constantFrom(...EDITS), (workflow, pick, edit) => {
        const index = pick % workflow.phases.length;
        const old = workflow.phases[index]!;
        const edited = edit(old, 'zz-other' as PhaseId);
        const changes = [
          [...workflow.phases, { ...old, id: 'zz-new' as PhaseId }],
          workflow.phases.toSpliced(index, 1),
          ...(JSON.stringify(edited) === JSON.stringify(old) ? [] : [workflow.phases.with(index, edited)]),
        ];
        for (const phases of changes) {
          const changed = withPhases({ ...workflow, phases });
          expect(hash(changed)).not.toBe(hash(workflow));
          expect(comparePlans(workflow, changed).length).toBeGreaterThan(0);
        }
      }),
      { numRuns: runsOf(200, 1000) },
    );
  });

  it('differs exactly when the comparison names a change', () => {
    fc.assert(
      fc.property(anyWorkflow, anyWorkflow, (a, b) => {
        expect(comparePlans(a, b).length === 0).toBe(hash(a) === hash(b));
      }),
      { numRuns: runsOf(200, 1000) },
    );
  });

  it.each([
    ['when', '{file: research/a.json, is: 1}'],
    ['stop', '{when: {file: plan/a.json, is: 1}}'],
    ['loop', '{to: plan, until: {file: plan/a.json, is: 1}, max: 2}'],
  ])('names what differs of a %s that reads alike and is written otherwise', (key, value) => {
    const listed = value.replace(/\{file[^}]*\}/, '[$&]');
    const [plain, list] = [value, listed].map((written) =>
      read(`
schema: 2
name: feature
phases:
  - {id: research, artifacts: [a.json]}
  - {id: plan, artifacts: [a.json], ${key}: ${written}}
`),
    ) as [Workflow, Workflow];
    expect(hash(list)).not.toBe(hash(plain));
    const [change, ...more] = comparePlans(plain, list).map(describePlanChange);
    expect(change).toMatch(new RegExp(`^~ plan: ${key} \\{.* → \\{.*"all"`));
    expect(more).toEqual([]);
  });

  it.each<[name: string, when: string, third: string, differs: boolean]>([
    ['where nothing of it may be skipped', '', '', false],
    ['where it may be skipped', WHEN, '', true],
    ['where the phase has a condition of its own', WHEN, WHEN, false],
  ])('sees that needs are written out that a phase has anyhow only %s', (_name, when, third, differs) => {
    const of = (needs: string): Workflow =>
      read(`
schema: 2
name: feature
phases:
  - {id: research, artifacts: [a.json]}
  - {id: docs, artifacts: [b.md]${when}}
  - {id: last, artifacts: [c.md]${third}${needs}}
`);
    const [left, written] = [of(''), of(', needs: [docs]')];
    expect(hash(left) !== hash(written)).toBe(differs);
    expect(comparePlans(left, written).map(describePlanChange)).toEqual(
      differs ? ['~ last: needs docs → docs, and is skipped where all of it is'] : [],
    );
  });

  it('[E4] sees phases in another order', () => {
    const phases = example.phases.map((phase) => ({ ...phase, needs: [] }));
    const moved = withPhases({ ...example, phases: phases.toReversed() });
    const straight = withPhases({ ...example, phases });
    expect(hash(moved)).not.toBe(hash(straight));
    expect(comparePlans(straight, moved)).toEqual([
      {
        kind: 'reordered',
        before: ['research', 'plan', 'implement'],
        after: ['implement', 'plan', 'research'],
      },
    ]);
  });

  it('sees the order of checks: they run in it', () => {
    const turned = {
      ...example,
      phases: example.phases.map((phase) => ({ ...phase, checks: phase.checks.toReversed() })),
    };
    expect(hash(withPhases(turned))).not.toBe(hash(example));
  });
});

describe('comparePlans', () => {
  it('[M32] tells a change phase by phase', () => {
    const [research, plan, implement] = example.phases as [Phase, Phase, Phase];
    const after: Workflow = {
      ...example,
      phases: [
        {
          ...plan,
          needs: [],
          approval: 'none',
          artifacts: [{ path: 'plan.md', minBytes: 300, headings: ['Steps', 'Risks'], schema: null }],
        },
        { ...implement, checks: [implement.checks[0]!] },
        { ...research, id: 'verify' as PhaseId },
      ],
    };
    expect(comparePlans(example, withPhases(after)).map(describePlanChange)).toEqual([
      '~ plan: needs research → nothing · artifact plan.md (at least 200 bytes; headings "Risks", "Steps") → plan.md (at least 300 bytes; headings "Risks", "Steps") · no more artifact tasks.json (schema {"minItems":1,"type":"array"}) · approval required → none',
      '~ implement: no more check ["npm","run","lint"]',
      '+ verify: new phase',
      '- research: phase removed',
    ]);
  });
});
