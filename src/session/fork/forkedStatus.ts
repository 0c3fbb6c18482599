import type { Timestamp } from '../../model/names/ids.ts';
import type { Status, StatusRow } from '../../model/status/status.ts';
import { askedOf } from '../record/askedOf.ts';
import { rewoundRows, rewoundState } from '../record/rewound.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import type { Forking } from './planForking.ts';

/**
 * What the first checkpoint of a fork says: phases as they were there, for the workflow of now. A decision made later is
 * none here. A session that was cancelled goes on, and where HEAD of somebody's own working tree should be is no question
 * of a session that has a worktree.
 *
 * @param notes those of the session forked from, as they are now
 */
export function forkedStatus(
  { session, ref, now, past }: Forking,
  notes: string,
  updated: Timestamp,
): Status {
  const rows = rewoundRows(now, past).map((row) => (goesOn(row, past) ? { ...row, status: PENDING } : row));
  return {
    ...now.status,
    session,
    branch: ref.slice('refs/heads/'.length),
    isolation: 'worktree',
    base: past.status.base,
    seq: 1,
    ...rewoundState(now, past, rows),
    updated,
    rows,
    notes,
  };
}

const PENDING = 'pending' as const;

function goesOn({ status, phase }: StatusRow, { records }: SessionRecord): boolean {
  return status === 'cancelled' || (status === 'waiting' && askedOf(records.get(phase)) === 'head');
}
