import type { PhaseRecord } from '../checkpoint/phaseRecord.ts';
import type { PhaseId } from '../names/ids.ts';
import type { StatusRow } from '../status/status.ts';

/** More than any loop has had: counting on, a number would be none any more. */
const MOST_ROUNDS = 1_000_000;

/** Which round is beyond all that there may be, in the table or in the record of a phase; null if none is. */
export function roundsProblem(
  rows: readonly Pick<StatusRow, 'phase' | 'round'>[],
  records: ReadonlyMap<PhaseId, PhaseRecord>,
): { readonly in: 'table' | 'record'; readonly phase: PhaseId; readonly why: string } | null {
  for (const { phase, round } of rows) {
    if (round > MOST_ROUNDS) return { in: 'table', phase, why: tooMany(phase, round) };
    const own = records.get(phase)?.loop?.round ?? 0;
    if (own > MOST_ROUNDS) return { in: 'record', phase, why: tooMany(phase, own) };
  }
  return null;
}

const tooMany = (phase: PhaseId, round: number): string =>
  `has round ${round} of "${phase}", and there may be ${MOST_ROUNDS}`;
