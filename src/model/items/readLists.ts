import { err, type Result } from '../../base/result.ts';
import { finishedIn, type Rows } from '../graph/planNext.ts';
import type { FileValue } from '../graph/readFileValue.ts';
import type { PhaseId } from '../names/ids.ts';
import type { TemplateValues } from '../template/fillWorkflow.ts';
import type { Phase, Workflow } from '../workflow/workflow.ts';
import type { Expansion, Item } from './item.ts';
import { sayOfList, readItems } from './readItems.ts';
import { templateOf } from './templateOf.ts';
import { whyNoRoom } from './whyNoRoom.ts';

/** A session, as far as lists are judged by it. */
export interface ListsOf extends TemplateValues {
  readonly workflow: Workflow;
  /** The lists that were read before. */
  readonly expansions: readonly Expansion[];
}

/** The phases whose lists lie there and were not read yet, those that this phase writes last. */
export function listsAhead(
  { workflow, expansions }: Pick<ListsOf, 'workflow' | 'expansions'>,
  rows: Rows,
  by: PhaseId | null,
): readonly Phase[] {
  const finished = finishedIn(rows);
  const done = new Set(rows.filter(({ status }) => status === 'done').map(({ phase }) => phase));
  const read = new Set(expansions.map(({ template }) => template));
  const { written } = workflow;
  const open = written.filter(
    ({ id, forEach }) =>
      forEach !== null && forEach.by !== by && done.has(forEach.by) && !read.has(id) && !finished.has(id),
  );
  return [...open, ...written.filter(({ forEach }) => by !== null && forEach?.by === by)];
}

/**
 * The items of lists, or what is wrong with each: it is read beside those before it, as their items take names, and room in what
 * is kept and asked of agents.
 *
 * @param lists phases as the file has them: a request that is filled in may look like a template, and asks nothing of an item
 */
export function readLists(
  of: ListsOf,
  lists: readonly Phase[],
  valueOf: (file: string) => FileValue,
  sha256: (text: string) => string,
): (phase: Pick<Phase, 'id'>) => Result<readonly Item[], readonly string[]> {
  const read = new Map<PhaseId, Result<readonly Item[], readonly string[]>>();
  let { expansions } = of;
  for (const phase of lists) {
    const template = templateOf(phase);
    if (template === null) continue;
    const others = expansions.filter((one) => one.template !== phase.id);
    const items = readItems(
      template,
      valueOf(template.forEach.file),
      takenBeside(of.workflow, others, phase),
      sha256,
    );
    const why = items.ok ? whyNoRoom(of, others, { template: phase.id, items: items.value }) : null;
    read.set(phase.id, why === null ? items : err([sayOfList(template, why)]));
    if (items.ok && why === null) expansions = [...others, { template: phase.id, items: items.value }];
  }
  return ({ id }) => read.get(id) ?? err([]);
}

/** The ids that no item of a phase may have. */
const takenBeside = (
  { phases, written }: Pick<Workflow, 'phases' | 'written'>,
  others: readonly Expansion[],
  { id }: Phase,
): ReadonlySet<string> =>
  new Set([
    ...written.map((phase) => phase.id),
    ...phases.filter((phase) => phase.item?.template !== id).map((phase) => phase.id),
    ...others.flatMap(({ items }) => items.map(({ phase }) => phase)),
  ]);
