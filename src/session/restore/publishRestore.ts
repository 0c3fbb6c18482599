import type { TreeId } from '../../model/ids.ts';
import type { ChosenRestore } from '../../model/planRestore.ts';
import type { SessionState, StatusRow } from '../../model/status.ts';
import type { PhaseId } from '../../model/ids.ts';
import type { Drive } from '../drive.ts';
import { publishCheckpoint } from '../checkpoint/publishCheckpoint.ts';
import { onward, rowsFor } from '../record/rows.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';

/** The checkpoint on top whose tree is the older one. */
export async function publishRestore(
  drive: Drive,
  older: SessionRecord,
  after: TreeId,
  chosen: ChosenRestore,
): Promise<void> {
  const { checkpoint } = chosen;
  const rows = restoredRows(drive.record, older);
  const { state, next } = restoredState(drive.record, older, rows);
  const { phase, seq, attempt } = checkpoint.trailers;
  const what =
    chosen.kind === 'undo'
      ? `the restore of checkpoint ${chosen.restore.trailers.seq} is undone`
      : `restored to ${phase === null ? `checkpoint ${seq}` : phase}`;
  await publishCheckpoint(drive, {
    kind: 'restore',
    phase,
    attempt,
    state,
    next,
    rows,
    tree: after,
    keepJournal: true,
    restored: seq,
    subject: what,
    body: `The tree is that of checkpoint ${seq} (${checkpoint.commit.slice(0, 10)}).`,
  });
}

/** Rows of then for the workflow of now; the number of attempts never goes back. */
function restoredRows(now: SessionRecord, older: SessionRecord): readonly StatusRow[] {
  const attempts = new Map(now.status.rows.map((row) => [row.phase, row.attempt]));
  const numbers = new Map(now.status.rows.map((row) => [row.phase, row.number]));
  const known = older.status.rows.filter((row) => numbers.has(row.phase) || row.status === 'done');
  const added = now.status.rows.filter((row) => !older.status.rows.some((old) => old.phase === row.phase));
  const fresh = added.map((row): StatusRow => ({
    ...row,
    status: 'pending',
    artifacts: { ...row.artifacts, present: 0 },
    updated: null,
  }));
  return rowsFor(now.workflow, [...known, ...fresh]).map((row) => ({
    ...row,
    attempt: Math.max(row.attempt, attempts.get(row.phase) ?? 0),
  }));
}

function restoredState(
  now: SessionRecord,
  older: SessionRecord,
  rows: readonly StatusRow[],
): { readonly state: SessionState; readonly next: PhaseId | null } {
  const held = rows.find((row) => row.status === 'waiting' || row.status === 'blocked');
  if (held !== undefined && (older.status.state === 'waiting' || older.status.state === 'blocked'))
    return { state: older.status.state, next: held.phase };
  if (older.status.state === 'cancelled') return { state: 'cancelled', next: null };
  return onward(now.workflow, rows);
}
