import { branchNamed } from '../../model/names/places.ts';
import { replan } from '../../model/items/expandWorkflow.ts';
import { wholeOf } from '../../model/plan/wholeOf.ts';
import type { Timestamp } from '../../model/names/ids.ts';
import { checkedInAll, withChecked } from '../../model/status/checked.ts';
import type { Status, StatusRow } from '../../model/status/status.ts';
import { isLimited } from '../record/atOnce.ts';
import { askedOf } from '../record/askedOf.ts';
import { rewoundRows } from '../record/rewound.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import type { Forking } from './planForking.ts';

/**
 * STATUS.md of a fork's first checkpoint: phases as they were there, for the current workflow. Later decisions do not count. A
 * cancelled session continues, and a question about HEAD of the person's working tree is dropped, since the fork has a
 * worktree.
 *
 * @param notes current notes of the original session
 */
export function forkedStatus(
  { session, ref, now, past }: Forking,
  notes: string,
  updated: Timestamp,
): Status {
  const open = rewoundRows(now, past).map((row) => (goesOn(row, past) ? { ...row, status: PENDING } : row));
  const rows = withChecked(open, past.records);
  const workflow = replan(now.workflow, past);
  const whole = wholeOf(workflow, rows, {
    atOnce: workflow.parallel,
    working: [],
    isLimited: isLimited(rows, past.records),
  });
  return {
    ...now.status,
    session,
    branch: branchNamed(ref),
    isolation: 'worktree',
    base: past.status.base,
    seq: 1,
    ...whole,
    checked: whole.state === 'done' ? checkedInAll(rows, past.records) : null,
    updated,
    rows,
    notes,
  };
}

const PENDING = 'pending' as const;

function goesOn({ status, phase }: StatusRow, { records }: SessionRecord): boolean {
  return status === 'cancelled' || (status === 'waiting' && askedOf(records.get(phase)) === 'head');
}
