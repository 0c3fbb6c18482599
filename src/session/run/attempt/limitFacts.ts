import { tallyAttempts } from '../../../model/attempt/attemptTally.ts';
import { readUsage } from '../../../model/attempt/usage.ts';
import { spentByFolded } from '../../../model/limits/folded.ts';
import { raisedIn, spentOf, sumSpent, type Raised, type Spent } from '../../../model/limits/limits.ts';
import type { PhaseId } from '../../../model/names/ids.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { AtTip } from '../../drive.ts';
import { openJournals } from '../../record/slotStates.ts';
import { recordBefore } from '../close/phaseRecordOf.ts';

/** What people said of limits, and what was used up: in checkpoints, and by attempts since. */
export async function limitFacts(
  { record, history, world, spending }: AtTip,
  phase: PhaseId,
): Promise<{
  readonly raised: readonly Raised[];
  /** By the session before this run, whose own attempts `spending` counts, and by the attempts of the phase that have ended. */
  readonly before: { readonly session: Spent; readonly phase: Spent };
}> {
  const { rows } = record.status;
  const lines = (await openJournals(world, { record, history })).flat();
  const usedBy = (some: readonly StatusRow[]): Spent =>
    sumSpent(
      some.map((row) => {
        const { usage, workedMs } = tallyAttempts(recordBefore(record, row), lines, row.phase, []);
        return spentOf(readUsage(usage), workedMs ?? 0);
      }),
    );
  const session = await spending.before(async () => {
    const { usage, workedMs } = spentByFolded(record.records.values());
    return sumSpent([spentOf(usage, workedMs), usedBy(rows)]);
  });
  return {
    raised: raisedIn(record.records.values()),
    before: { session, phase: usedBy(rows.filter((row) => row.phase === phase)) },
  };
}
