import type { BaselineRecord, PhaseRecord } from '../checkpoint/phaseRecord.ts';
import { TRY_AGAIN } from './redAnswers.ts';

/** A check of which nothing is told but its command. */
export type OnlyRun = Pick<BaselineRecord, 'run'>;

/**
 * The checks that a person was asked about before anybody worked, and of which they said that they are to be tried again: they have mended
 * the machine meanwhile. Until the first attempt of the phase begins.
 */
export const toRunAgain = (records: Iterable<PhaseRecord>): readonly OnlyRun[] =>
  [...records].flatMap(({ status, attempt, question, approvals }) => {
    const word = approvals.at(-1);
    const isSaid = word?.decision === 'answered' && word.comment === TRY_AGAIN;
    return status === 'pending' && attempt === 0 && isSaid
      ? (question?.checks ?? []).map((run) => ({ run }))
      : [];
  });

/** What checks said before anything was changed; of several records the one that has what was said last. */
export function newestSaid(records: readonly PhaseRecord[]): readonly BaselineRecord[] | null {
  const last = (said: readonly BaselineRecord[]): string =>
    said
      .map(({ at }) => at)
      .toSorted()
      .at(-1) ?? '';
  let newest: readonly BaselineRecord[] | null = null;
  for (const { baseline } of records)
    if (baseline !== undefined && (newest === null || last(baseline) > last(newest))) newest = baseline;
  return newest;
}
