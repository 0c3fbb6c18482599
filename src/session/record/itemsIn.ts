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
    workflow: Pick<Workflow, 'phases'>,
    valueOf: TipFacts['valueOf'],
  ): TipFacts['itemsOf'] =>
  (phase) => {
    const template = templateOf(phase);
    return template === null
      ? err([])
      : readItems(template, valueOf(template.forEach.file), takenBeside(workflow, phase), sha256);
  };
