import { replan } from '../../model/items/expandWorkflow.ts';
import type { Drive } from '../drive.ts';
import { publishCheckpoint } from '../checkpoint/publishCheckpoint.ts';
import { itemsFileUnder } from '../record/itemsFile.ts';
import { rewoundRows } from '../record/rewound.ts';
import type { Restoring } from './gatherRestore.ts';

/** Publishes the older tree as a new checkpoint on top. */
export async function publishRestore(
  drive: Drive,
  { older, records, after, chosen }: Pick<Restoring, 'older' | 'records' | 'after' | 'chosen'>,
): Promise<Drive> {
  const { checkpoint } = chosen;
  const { phase, seq, attempt } = checkpoint.trailers;
  const what =
    chosen.kind === 'undo'
      ? `the restore of checkpoint ${chosen.restore.trailers.seq} is undone`
      : `restored to ${phase === null ? `checkpoint ${seq}` : phase}`;
  return publishCheckpoint(drive, {
    kind: 'restore',
    phase,
    attempt,
    rows: rewoundRows(drive.record, older),
    workflow: replan(drive.record.workflow, older),
    older,
    records,
    work: { publish: after },
    files: itemsFileUnder(drive.session, drive.record.workflow, older),
    restored: seq,
    subject: what,
    body: `The tree is that of checkpoint ${seq} (${checkpoint.commit.slice(0, 10)}).`,
  });
}
