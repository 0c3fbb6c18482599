import { counted, listed } from '../../../base/listed.ts';
import type { NextStep } from '../../../model/graph/planNext.ts';
import { expandWorkflow } from '../../../model/items/expandWorkflow.ts';
import { renderItems } from '../../../model/items/itemsRecord.ts';
import { itemsPath } from '../../../model/names/places.ts';
import type { PhaseRecord } from '../../../model/checkpoint/phaseRecord.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { Phase } from '../../../model/workflow/workflow.ts';
import { publishCheckpoint } from '../../checkpoint/publishCheckpoint.ts';
import type { Drive } from '../../drive.ts';
import { rowOf, rowsFor } from '../../record/rows.ts';
import type { SessionRecord } from '../../record/sessionRecord.ts';
import { recordBefore } from '../close/phaseRecordOf.ts';

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
  const rows = rowsFor(workflow, record.status.rows);
  const names = items.map((item) => item.phase);
  const by = phase.forEach?.by ?? phase.id;
  return publishCheckpoint(drive, {
    kind: 'plan',
    phase: by,
    attempt: rowOf(record.status.rows, by).attempt,
    rows,
    records: saidOfAll(
      record,
      phase,
      names.map((name) => rowOf(rows, name)),
    ),
    workflow,
    work: 'unchanged',
    files: new Map([[itemsPath(session), renderItems(expansions)]]),
    subject: `${phase.id} has ${counted(items.length, 'item')}`,
    body: listed(names, 50),
  });
}

/**
 * The record of the phase goes with its row: that a person let it run, where its condition could not tell, stands in those of its items.
 * What another plan has left done stays as it was closed.
 */
function saidOfAll(
  record: SessionRecord,
  { id, when }: Phase,
  items: readonly StatusRow[],
): readonly PhaseRecord[] {
  const said = record.records.get(id)?.said;
  if (when === null || said?.round !== rowOf(record.status.rows, id).round) return [];
  const open = items.filter(({ status }) => status === 'pending');
  return open.map((row) => ({ ...recordBefore(record, row), said: { word: 'run', round: row.round } }));
}
