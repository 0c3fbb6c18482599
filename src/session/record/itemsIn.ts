import { err } from '../../base/result.ts';
import type { TipFacts } from '../../model/graph/planNext.ts';
import { readItems } from '../../model/items/readItems.ts';
import { takenBeside, templateOf } from '../../model/items/templateOf.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import type { World } from '../world.ts';

/** Reads the lists of phases that are repeated, from files whose values are known. */
export const itemsIn =
  (
    { sha256 }: Pick<World, 'sha256'>,
    workflow: Pick<Workflow, 'phases' | 'written'>,
    valueOf: TipFacts['valueOf'],
  ): TipFacts['itemsOf'] =>
  (phase) => {
    // As the file has it: a request that is filled in may look like a template, and asks nothing of an item.
    const template = templateOf(workflow.written.find(({ id }) => id === phase.id) ?? phase);
    return template === null
      ? err([])
      : readItems(template, valueOf(template.forEach.file), takenBeside(workflow, phase), sha256);
  };
