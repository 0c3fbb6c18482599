import type { PhaseId } from '../names/ids.ts';
import { recordProblemWords } from '../parsing/recordProblemWords.ts';
import type { StatusRow } from '../status/status.ts';
import type { Workflow } from '../workflow/workflow.ts';
import { expandWorkflow } from './expandWorkflow.ts';
import { ITEMS_FILE, parseItems } from './itemsRecord.ts';
import { unfitExpansion } from './unfitExpansion.ts';

type Rows = readonly Pick<StatusRow, 'phase'>[];

/** A phase that is to run and has no row; null if each has one. */
export function rowless({ phases }: Pick<Workflow, 'phases'>, rows: Rows): PhaseId | null {
  const there = new Set(rows.map(({ phase }) => phase));
  return phases.find(({ id }) => !there.has(id))?.id ?? null;
}

/**
 * R23 of one checkpoint; null if it holds.
 *
 * @param workflow as the file has it
 * @param text of `items.json`; null if there is none
 */
export function itemsProblem(workflow: Workflow, text: string | null, rows: Rows): string | null {
  const isAsked = text !== null && workflow.phases.some(({ forEach }) => forEach !== null);
  const read = isAsked ? parseItems(ITEMS_FILE, text) : ({ ok: true, value: [] } as const);
  if (!read.ok) return `${ITEMS_FILE} cannot be read: ${recordProblemWords(read.error)}`;
  const why = unfitExpansion(workflow, read.value);
  if (why !== null) return `${ITEMS_FILE}: ${why}`;
  const phase = rowless(expandWorkflow(workflow, read.value), rows);
  return phase === null ? null : `${phase} is to run and has no row`;
}
