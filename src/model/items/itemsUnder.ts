import { canonicalJson } from '../text/canonicalJson.ts';
import type { PhaseId } from '../names/ids.ts';
import type { Workflow } from '../workflow/workflow.ts';
import type { Expansion } from './item.ts';
import { unfitExpansion } from './unfitExpansion.ts';

/** A workflow, and what became of its phases that are repeated. */
export interface Expanded {
  readonly workflow: Pick<Workflow, 'written'>;
  readonly expansions: readonly Expansion[];
}

/**
 * The items that hold under another plan: those of phases that are repeated for the same list there, and are called like no other
 * phase of it. The list of any other one is read anew once it is come to.
 */
export function itemsUnder(
  { written: phases }: Pick<Workflow, 'written'>,
  before: Expanded,
): readonly Expansion[] {
  return before.expansions.filter(
    (one) =>
      listOf({ written: phases }, one.template) === listOf(before.workflow, one.template) &&
      unfitExpansion({ phases }, [one]) === null,
  );
}

/** Which list a phase is repeated for; how many items it may have was decided when that was read. */
function listOf({ written }: Pick<Workflow, 'written'>, template: PhaseId): string {
  const { file, at, by } = written.find(({ id }) => id === template)?.forEach ?? {};
  return canonicalJson([file ?? null, at ?? null, by ?? null]);
}
