import type { Result } from '../../base/result.ts';
import type { PhaseId } from '../names/ids.ts';
import { fillWorkflow, type TemplateValues } from '../template/fillWorkflow.ts';
import type { Phase, Workflow } from '../workflow/workflow.ts';
import { expandWorkflow } from './expandWorkflow.ts';
import type { Item } from './item.ts';
import { itemTexts } from './itemTexts.ts';

/** What a phase that is repeated would become, once the phase that writes its list is done. */
export interface PlannedItems {
  /** The phase that is repeated. */
  readonly phase: PhaseId;
  /** As they would run, in the order of the list. */
  readonly items: readonly Pick<Phase, 'id' | 'title' | 'needs'>[];
  /** With more of them a person is asked first. */
  readonly max: number;
  /** What is wrong with the list, with which its phase is not done; then there are no items. */
  readonly problems: readonly string[];
}

/**
 * The phases as they will run that come of the lists of one phase.
 *
 * @param itemsOf the list of a phase that is repeated, as it lies there
 */
export function plannedItems(
  workflow: Workflow,
  by: PhaseId,
  itemsOf: (phase: Phase) => Result<readonly Item[], readonly string[]>,
  values: TemplateValues,
): readonly PlannedItems[] {
  return workflow.phases.flatMap((phase): PlannedItems[] => {
    const { id, forEach } = phase;
    if (forEach?.by !== by) return [];
    const items = itemsOf(phase);
    if (!items.ok) return [{ phase: id, items: [], max: forEach.max, problems: items.error }];
    const template = workflow.written.filter((one) => one.id === id);
    const expanded = expandWorkflow({ ...workflow, phases: template }, [
      { template: id, items: items.value },
    ]);
    const filled = items.value.length === 0 ? null : fillWorkflow(expanded, values, itemTexts);
    return [{ phase: id, items: (filled?.phases ?? []).map(shown), max: forEach.max, problems: [] }];
  });
}

const shown = ({ id, title, needs }: Phase): PlannedItems['items'][number] => ({ id, title, needs });
