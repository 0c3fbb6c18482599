import type { Condition } from '../graph/condition.ts';
import type { PhaseId } from '../names/ids.ts';
import type { Phase, Workflow } from '../workflow/workflow.ts';
import type { Expansion, Item } from './item.ts';
import { itemsUnder, type Expanded } from './itemsUnder.ts';

/**
 * A workflow as it runs: each phase with `forEach` whose list was read is there once for each item, in the order of the list. What
 * needs it needs all of them. One without items stays, to be skipped.
 */
export function expandWorkflow(workflow: Workflow, expansions: readonly Expansion[]): Workflow {
  const items = new Map(
    expansions.filter((one) => one.items.length > 0).map((one) => [one.template, one.items]),
  );
  if (items.size === 0) return workflow;
  const needsOf = (needs: readonly PhaseId[]): readonly PhaseId[] =>
    needs.flatMap((need) => items.get(need)?.map(({ phase }) => phase) ?? [need]);
  const { result } = workflow;
  return {
    ...workflow,
    result: result === null ? null : { ...result, phases: needsOf(result.phases) },
    phases: workflow.phases.flatMap((phase): readonly Phase[] => {
      const needs = needsOf(phase.needs);
      const of = items.get(phase.id);
      return of === undefined ? [{ ...phase, needs }] : of.map((item) => phaseOf({ ...phase, needs }, item));
    }),
  };
}

function phaseOf(template: Phase, { phase, needs, value }: Item): Phase {
  const { id, loop, when, stop, forEach } = template;
  const own = (condition: Condition): Condition => renamed(condition, id, phase);
  return {
    ...template,
    id: phase,
    needs: [...template.needs, ...needs],
    forEach: null,
    item: { template: id, by: forEach?.by ?? id, value },
    when: when === null ? null : own(when),
    stop: stop === null ? null : own(stop),
    loop: loop === null ? null : { ...loop, to: loop.to === id ? phase : loop.to, until: own(loop.until) },
  };
}

/** A condition over the template's own files is over those of the item. */
function renamed(condition: Condition, from: PhaseId, to: PhaseId): Condition {
  if ('all' in condition) return { all: condition.all.map((one) => renamed(one, from, to)) };
  if ('any' in condition) return { any: condition.any.map((one) => renamed(one, from, to)) };
  return condition.file.startsWith(`${from}/`)
    ? { ...condition, file: `${to}${condition.file.slice(from.length)}` }
    : condition;
}

/** A workflow with the items in the place of those that it has that hold in it; see {@link itemsUnder}. */
export const replan = (plan: Workflow, before: Expanded): Workflow =>
  expandWorkflow({ ...plan, phases: plan.written }, itemsUnder(plan, before));
