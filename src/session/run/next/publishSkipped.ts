import { saySkipped } from '../../../model/graph/saySkipped.ts';
import type { NextStep, Skipped } from '../../../model/graph/planNext.ts';
import type { PhaseId } from '../../../model/names/ids.ts';
import type { PhaseRecord } from '../../../model/checkpoint/phaseRecord.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import { publishCheckpoint } from '../../checkpoint/publishCheckpoint.ts';
import type { AtTip, Drive } from '../../drive.ts';
import { phasesBegun } from '../../record/slotStates.ts';
import { tell } from '../../tell.ts';
import { asideWork } from '../../workingTree/asideWork.ts';
import { rowOf, withRow } from '../../record/rows.ts';
import { valueWithoutSecrets } from '../../workingTree/withoutSecrets.ts';
import { recordBefore } from '../close/phaseRecordOf.ts';

/** Publishes that a phase is skipped, and why. */
export async function publishSkipped(
  drive: Drive,
  { phase, because }: Extract<NextStep, { do: 'skip' }>,
): Promise<Drive> {
  await asideBegun(drive, phase.id);
  const row = rowOf(drive.record.status.rows, phase.id);
  const updated = drive.world.clock.now();
  return publishCheckpoint(drive, {
    kind: 'skipped',
    phase: phase.id,
    attempt: row.attempt,
    rows: withRow(drive.record.status.rows, phase.id, { status: 'skipped', updated }),
    work: 'unchanged',
    record: await skippedRecord(drive, row, because),
    subject: `${phase.id} is skipped`,
    body: saySkipped(because),
  });
}

/** The record of a phase that is skipped. */
export async function skippedRecord(drive: AtTip, row: StatusRow, because: Skipped): Promise<PhaseRecord> {
  const { question: _answered, held: _none, ...before } = recordBefore(drive.record, row);
  const record: PhaseRecord = { ...before, status: 'skipped', skipped: because };
  return valueWithoutSecrets(drive.world.secrets, 'phase.json', record);
}

/**
 * Where a changed plan skips a phase that had begun, what lies there of it would be taken for a person's edit. Slots are emptied once the
 * checkpoint is there.
 */
async function asideBegun(drive: Drive, phase: PhaseId): Promise<void> {
  const { world, record, history } = drive;
  if (record.slot !== undefined) return;
  if (!(await phasesBegun(world, { record, history })).has(phase)) return;
  const { ref } = await asideWork(drive, {
    why: `Open work of ${phase}.`,
    reason: `skipped@${record.status.seq + 1}`,
  });
  if (ref !== null) tell(world, { notice: 'work-kept', rescue: ref });
}
