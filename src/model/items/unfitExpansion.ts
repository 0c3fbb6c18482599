import type { Workflow } from '../workflow/workflow.ts';
import type { Expansion } from './item.ts';

/** Why a record of items fits no workflow; null if it fits. A branch from elsewhere may have any record. */
export function unfitExpansion(
  { phases }: Pick<Workflow, 'phases'>,
  expansions: readonly Expansion[],
): string | null {
  const seen = new Set<string>(phases.map(({ id }) => id));
  for (const { template, items } of expansions) {
    if (phases.find(({ id }) => id === template)?.forEach == null)
      return `"${template}" is no phase that is repeated`;
    for (const { phase } of items) {
      if (!phase.startsWith(`${template}-`)) return `"${phase}" is no item of "${template}"`;
      if (seen.has(phase)) return `"${phase}" is there twice`;
      seen.add(phase);
    }
  }
  return null;
}
