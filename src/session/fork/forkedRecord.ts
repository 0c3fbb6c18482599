import type { RepoPath, SessionId } from '../../model/names/ids.ts';
import type { PhaseRecord } from '../../model/checkpoint/phaseRecord.ts';
import { inSessionOf } from '../../model/names/places.ts';
import type { CommittedStatus } from '../../model/status/statusWords.ts';

/**
 * A phase's record as a fork begins with it: the same, for the new session, with paths as they are there.
 *
 * @param status of its row in the fork: what waited there, and is pending here, is not asked any more
 * @param order its position among the session's records by time of writing, from 1
 */
export function forkedRecord(
  { question, held: _inTheOther, ...record }: PhaseRecord,
  to: SessionId,
  status: CommittedStatus,
  order: number,
): PhaseRecord {
  const from = record.session;
  // One that was pending there has its answer, which goes with its question.
  const isNotAsked = status === 'pending' && record.status !== 'pending';
  const moved = <T extends { readonly path: string }>(item: T): T => ({
    ...item,
    path: inSessionOf(item.path as RepoPath, from, to),
  });
  return {
    ...record,
    ...(question === undefined || isNotAsked ? {} : { question }),
    session: to,
    seq: 1,
    status,
    artifacts: record.artifacts.map(moved),
    ...(record.before === undefined ? {} : { before: record.before.map(moved) }),
    approvals: record.approvals.map((word) => ({ ...word, artifacts: word.artifacts.map(moved) })),
    notCaptured: record.notCaptured.map(moved),
    normalised: record.normalised.map((path) => inSessionOf(path as RepoPath, from, to)),
    inherited: { session: from, seq: record.seq, ...record.inherited, order },
  };
}
