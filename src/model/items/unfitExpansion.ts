import { circleFrom } from '../graph/circleFrom.ts';
import type { Workflow } from '../workflow/workflow.ts';
import { MOST_ITEMS, type Expansion } from './item.ts';

/** Why a record of items fits no workflow; null if it fits. A branch from elsewhere may have any record. */
export function unfitExpansion(
  { phases }: Pick<Workflow, 'phases'>,
  expansions: readonly Expansion[],
): string | null {
  const seen = new Set<string>(phases.map(({ id }) => id));
  const templates = new Set<string>();
  for (const expansion of expansions) {
    const { template, items } = expansion;
    if (phases.find(({ id }) => id === template)?.forEach == null)
      return `"${template}" is no phase that is repeated`;
    if (templates.has(template)) return `"${template}" is there twice`;
    templates.add(template);
    if (items.length > MOST_ITEMS)
      return `"${template}" has ${items.length} items, and may have ${MOST_ITEMS}`;
    for (const { phase } of items) {
      if (!phase.startsWith(`${template}-`)) return `"${phase}" is no item of "${template}"`;
      if (seen.has(phase)) return `"${phase}" is there twice`;
      seen.add(phase);
    }
    const why = unfitNeeds(expansion);
    if (why !== null) return why;
  }
  return null;
}

/** With such needs phases would wait for ever. */
function unfitNeeds({ template, items }: Expansion): string | null {
  const needs = new Map(items.map((item) => [item.phase as string, item.needs]));
  const walked = new Set<string>();
  for (const [phase, needed] of needs) {
    const odd = needed.find((need) => !needs.has(need));
    if (odd !== undefined) return `"${phase}" needs "${odd}", which is no item of "${template}"`;
    const circle = circleFrom(phase, needs, walked);
    if (circle !== null) return `these wait for each other: ${circle.join(' needs ')}`;
  }
  return null;
}
