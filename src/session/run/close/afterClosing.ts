import { testsOf } from '../../../model/graph/condition.ts';
import { isFinished } from '../../../model/graph/planNext.ts';
import { planStop, type StopPlan } from '../../../model/graph/planStop.ts';
import { saySkipped } from '../../../model/graph/saySkipped.ts';
import type { PhaseRecord } from '../../../model/checkpoint/phaseRecord.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { AtTip } from '../../drive.ts';
import { valuesAt } from '../../record/valuesAt.ts';
import { skippedRecord } from '../next/publishSkipped.ts';
import type { Closing } from './closing.ts';

/** How a session goes on once a phase is closed. */
export interface After {
  readonly rows: readonly StatusRow[];
  /** Records of phases that are skipped with it. */
  readonly records: readonly PhaseRecord[];
  /** For the message: why the session ends here; null if it does not. */
  readonly stopped: string | null;
}

/**
 * Decides on the tree that closes the phase; a person is asked instead where its file cannot be read.
 *
 * @param rows with the phase done
 */
export async function afterClosing(
  drive: AtTip,
  { phase, tree, record }: Pick<Closing, 'phase' | 'tree' | 'record'>,
  rows: readonly StatusRow[],
): Promise<After | Extract<StopPlan, { do: 'ask' }>> {
  const goesOn = { rows, records: [], stopped: null };
  const { stop } = phase;
  const left = rows.filter(({ status }) => !isFinished(status));
  if (stop === null || left.length === 0) return goesOn;
  const { world, session } = drive;
  const files = testsOf(stop).map(({ file }) => file);
  const valueOf = await valuesAt(world.repository, tree, { session, rows }, files);
  const plan = planStop(phase, valueOf, record.stops);
  if (plan.do === 'ask') return plan;
  if (plan.do === 'go-on') return goesOn;
  return {
    rows: rows.map((row) => (left.includes(row) ? { ...row, status: 'skipped' } : row)),
    records: await Promise.all(left.map((row) => skippedRecord(drive, row, plan.because))),
    stopped: saySkipped(plan.because),
  };
}
