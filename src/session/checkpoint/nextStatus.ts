import { readAttempts } from '../../model/attempt/openAttempt.ts';
import type { PhaseId } from '../../model/names/ids.ts';
import { wholeOf, type Whole } from '../../model/plan/wholeOf.ts';
import { checkedInAll, withChecked } from '../../model/status/checked.ts';
import type { Status, StatusRow } from '../../model/status/status.ts';
import type { AtTip, Drive } from '../drive.ts';
import { atOnce, isLimited } from '../record/atOnce.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { slotStates } from '../record/slotStates.ts';
import { withoutSecrets } from '../workingTree/withoutSecrets.ts';
import type { NewCheckpoint } from './newCheckpoint.ts';

/** STATUS.md of a checkpoint that comes next. */
export async function nextStatus(drive: Drive, next: NewCheckpoint, notes: string): Promise<Status> {
  const { status } = drive.record;
  const records = recordsAfter(drive, next);
  const rows = withChecked(await withHighestAttempts(drive, next.rows), records);
  const whole = wholeAfter(drive, next, rows, records);
  return {
    ...status,
    ...next.status,
    seq: status.seq + 1,
    ...whole,
    checked: whole.state === 'done' ? checkedInAll(rows, records) : null,
    updated: drive.world.clock.now(),
    rows,
    // A person's text reaches every clone, so a line with a secret stays on this machine.
    notes: await withoutSecrets(drive.world.secrets, 'STATUS.md', notes),
  };
}

function recordsAfter(
  { record }: AtTip,
  { older = record, ...next }: NewCheckpoint,
): SessionRecord['records'] {
  const changed = [next.record, ...(next.records ?? [])].flatMap((one) => one ?? []);
  return new Map([...older.records, ...changed.map((one) => [one.phase, one] as const)]);
}

function wholeAfter(
  { record, beside, isolation }: Drive,
  { workflow = record.workflow }: NewCheckpoint,
  rows: readonly StatusRow[],
  records: SessionRecord['records'],
): Whole {
  return wholeOf(workflow, rows, {
    atOnce: atOnce(isolation, workflow),
    working: beside,
    isLimited: isLimited(rows, records),
  });
}

/** An attempt has used its number even if this checkpoint does not publish it, and what a restore goes back to is of an older one. */
async function withHighestAttempts(
  { state, world, session, isolation, record }: AtTip,
  rows: readonly StatusRow[],
): Promise<readonly StatusRow[]> {
  const all = isolation === 'in-place' ? [{ state }] : await slotStates(world, session);
  const journals = await Promise.all(all.map((slot) => slot.state.readJournal()));
  const highest = journals.map(({ lines }) => readAttempts(lines).highest);
  const before = new Map(record.status.rows.map(({ phase, attempt }) => [phase, attempt]));
  const used = (phase: PhaseId): number =>
    Math.max(0, ...[before, ...highest].map((of) => of.get(phase) ?? 0));
  return rows.map((row) => ({ ...row, attempt: Math.max(row.attempt, used(row.phase)) }));
}
