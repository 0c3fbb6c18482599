import { exceptAtWork, tallyAttempts } from '../../../model/attempt/attemptTally.ts';
import { readUsage } from '../../../model/attempt/usage.ts';
import { spentByFolded } from '../../../model/limits/folded.ts';
import { raisedIn, spentOf, sumSpent, type Raised, type Spent } from '../../../model/limits/limits.ts';
import type { PhaseId } from '../../../model/names/ids.ts';
import type { AtTip } from '../../drive.ts';
import { openJournals } from '../../record/slotStates.ts';
import { recordBefore } from '../close/phaseRecordOf.ts';

/** What people said of limits, and what was used up so far: in checkpoints, and by attempts since. */
export async function limitFacts(
  { record, history, world, spending }: AtTip,
  phase: PhaseId,
): Promise<{
  readonly raised: readonly Raised[];
  readonly spent: { readonly session: Spent; readonly phase: Spent };
}> {
  const journals = await openJournals(world, { record, history });
  // What is used by those at work now is counted as it is used.
  const lines = journals.flatMap((one) => exceptAtWork(one, spending.phases));
  const spent = new Map(
    record.status.rows.map((row) => {
      const { usage, workedMs } = tallyAttempts(recordBefore(record, row), lines, row.phase, []);
      return [row.phase, spentOf(readUsage(usage), workedMs ?? 0)] as const;
    }),
  );
  const folded = spentByFolded(record.records.values());
  const before = spentOf(folded.usage, folded.workedMs);
  return {
    raised: raisedIn(record.records.values()),
    spent: { session: sumSpent([before, ...spent.values()]), phase: spent.get(phase) ?? sumSpent([]) },
  };
}
