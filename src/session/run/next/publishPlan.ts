import { counted, listed } from '../../../base/listed.ts';
import type { NextStep } from '../../../model/graph/planNext.ts';
import { expandWorkflow } from '../../../model/items/expandWorkflow.ts';
import { renderItems } from '../../../model/items/itemsRecord.ts';
import { itemsPath } from '../../../model/names/places.ts';
import { publishCheckpoint } from '../../checkpoint/publishCheckpoint.ts';
import type { Drive } from '../../drive.ts';
import { rowOf, rowsFor } from '../../record/rows.ts';

/** Publishes that a phase is there once for each item from now on. */
export async function publishPlan(
  drive: Drive,
  { phase, items }: Extract<NextStep, { do: 'expand' }>,
): Promise<Drive> {
  const { record, session } = drive;
  const expansions = [
    ...record.expansions.filter(({ template }) => template !== phase.id),
    { template: phase.id, items },
  ];
  const workflow = expandWorkflow(record.workflow, expansions);
  const names = items.map((item) => item.phase);
  const by = phase.forEach?.by ?? phase.id;
  return publishCheckpoint(drive, {
    kind: 'plan',
    phase: by,
    attempt: rowOf(record.status.rows, by).attempt,
    rows: rowsFor(workflow, record.status.rows),
    workflow,
    work: 'unchanged',
    files: new Map([[itemsPath(session), renderItems(expansions)]]),
    subject: `${phase.id} has ${counted(items.length, 'item')}`,
    body: listed(names, 50),
  });
}
