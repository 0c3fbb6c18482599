import { plannedOf } from '../gate/demands/demands.ts';
import type { PhaseId } from '../names/ids.ts';
import { canonicalJson } from '../text/canonicalJson.ts';
import type { CheckRule, Command, Phase, Workflow } from './workflow.ts';

/**
 * `sha256:<hex>` of what a workflow's gates ask for and in what order; `sha256`: UTF-8 text → hexadecimal.
 *
 * The hashed text is `canonicalJson` of `planOf`: a list of phases in file order, each
 * `{"approval","artifacts":[{"headings","minBytes","path","schema"}],"checks":[…],"id","needs"}`. Needs, artifacts
 * (by path) and headings are sorted: their order means nothing. The order of checks is kept: they run in it. `when`,
 * `forEach`, `loop` and `stop` are there where a phase has them, and `"skippedWithNeeds":true` where it is skipped once
 * all of its needs are, and they may be. A check is what it runs, or `{run, expect, red}` with those of the two that are not the
 * default; its name and its time limit, like titles, prompts, agents, retries and budgets, are no
 * part of the plan.
 */
export function planHash(workflow: Workflow, sha256: (text: string) => string): string {
  return `sha256:${sha256(canonicalJson(planOf(workflow)))}`;
}

/** A phase in the plan hash. What it does not use is left out, so that older workflows keep their hash. */
export interface PhasePlan
  extends
    Pick<Phase, 'id' | 'needs' | 'artifacts' | 'approval'>,
    Partial<Pick<Phase, (typeof OPTIONAL)[number]>> {
  readonly checks: readonly PlannedCheck[];
  readonly skippedWithNeeds?: true;
}

type PlannedCheck = Command | (Pick<CheckRule, 'run'> & Partial<Pick<CheckRule, 'expect' | 'red'>>);

/** A check that must pass is its command, as ever. */
const plannedCheck = ({ run, expect, red }: CheckRule): PlannedCheck =>
  expect === 'pass' && red === 'must-pass'
    ? run
    : { run, ...(expect === 'pass' ? {} : { expect }), ...(red === 'must-pass' ? {} : { red }) };

const OPTIONAL = ['when', 'forEach', 'loop', 'stop'] as const satisfies readonly (keyof Phase)[];

/** The part of a workflow that its hash covers; equal plans have equal values. */
export function planOf(workflow: Workflow): readonly PhasePlan[] {
  const isSkipped = skippedWithNeeds(workflow.written);
  return workflow.written.map(({ id, needs, artifacts, checks, approval, ...more }) => ({
    id,
    needs: needs.toSorted(),
    artifacts: artifacts
      .map((rule) => ({ path: rule.path, ...plannedOf(rule) }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
    checks: checks.map(plannedCheck),
    approval,
    ...Object.fromEntries(OPTIONAL.filter((key) => more[key] !== null).map((key) => [key, more[key]])),
    ...(isSkipped(id) ? { skippedWithNeeds: true } : {}),
  }));
}

/** Whether a phase runs may depend on no more than that its file says its needs, and does not leave them out. */
function skippedWithNeeds(phases: readonly Phase[]): (id: PhaseId) => boolean {
  const byId = new Map(phases.map((phase) => [phase.id, phase]));
  const known = new Map<PhaseId, boolean>();
  const maySkip = (id: PhaseId): boolean => {
    const phase = byId.get(id);
    return phase !== undefined && (phase.when !== null || phase.forEach !== null || isSkipped(id));
  };
  const isSkipped = (id: PhaseId): boolean => {
    const before = known.get(id);
    if (before !== undefined) return before;
    known.set(id, false);
    const { when, forEach, needs, needsByDefault } = byId.get(id) ?? NEEDS_NOTHING;
    const is =
      when === null && forEach === null && !needsByDefault && needs.length > 0 && needs.every(maySkip);
    known.set(id, is);
    return is;
  };
  return isSkipped;
}

const NEEDS_NOTHING: Pick<Phase, 'when' | 'forEach' | 'needs' | 'needsByDefault'> = {
  when: null,
  forEach: null,
  needs: [],
  needsByDefault: true,
};
