import { endedOtherwise } from '../attempt/attemptEnd.ts';
import type { PhaseRecord } from './phaseRecord.ts';
import type { Checkpoint } from './checkpoint.ts';

interface At {
  readonly checkpoint: Checkpoint;
  readonly records: ReadonlyMap<string, PhaseRecord>;
  readonly asksApproval: boolean;
}

/** R19 of one checkpoint. In the oldest one phases were closed earlier: in a fork, or in a shallow clone. */
export function closingProblems(at: At, isOldest: boolean): readonly string[] {
  const { kind, phase } = at.checkpoint.trailers;
  const closes = kind === 'phase' || kind === 'approval';
  const isOwn = (record: PhaseRecord): boolean => closes && record.phase === phase;
  const done = [...at.records.values()].filter(
    (record) => record.status === 'done' && (isOldest || isOwn(record)),
  );
  return done.flatMap((record) => [
    ...notCompleted(record),
    ...(isOwn(record) && at.asksApproval && !isApproved(record, kind)
      ? [`${record.phase} needs an approval, and was closed without one`]
      : []),
  ]);
}

function notCompleted(record: PhaseRecord): readonly string[] {
  const ended = endedOtherwise(record);
  return ended === null
    ? []
    : [
        `attempt ${ended.attempt} of ${record.phase} ended as ${ended.outcome}, and the phase was closed without another and without a person's word`,
      ];
}

/** By any word but a rejection: where a person is asked about a loop or a stop, an answer closes the phase, too. */
function isApproved({ approvals }: PhaseRecord, kind: string): boolean {
  const since = approvals.slice(1 + approvals.findLastIndex(({ decision }) => decision === 'rejected'));
  return since.some(({ decision }) => kind === 'approval' || decision === 'approved');
}
