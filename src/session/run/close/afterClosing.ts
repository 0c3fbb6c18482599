import { sayCondition, testsOf } from '../../../model/graph/condition.ts';
import { isFinished, type Skipped } from '../../../model/graph/planNext.ts';
import type { PhaseRecord } from '../../../model/checkpoint/phaseRecord.ts';
import type { PhaseId, TreeId } from '../../../model/names/ids.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { SessionState } from '../../../model/status/statusWords.ts';
import type { Phase } from '../../../model/workflow/workflow.ts';
import type { AtTip } from '../../drive.ts';
import { decideAt } from '../../record/decideAt.ts';
import { onward } from '../../record/rows.ts';
import { skippedRecord } from '../next/publishSkipped.ts';

/** How a session goes on once a phase is closed. */
export interface After {
  readonly state: SessionState;
  readonly next: PhaseId | null;
  readonly rows: readonly StatusRow[];
  /** Records of phases that are skipped with it. */
  readonly records: readonly PhaseRecord[];
  /** For the message: why the session ends here; null if it does not. */
  readonly stopped: string | null;
}

/**
 * Decides on the tree that closes the phase.
 *
 * @param rows with the phase done
 */
export async function afterClosing(
  drive: AtTip,
  { id, stop }: Phase,
  rows: readonly StatusRow[],
  tree: TreeId,
): Promise<After> {
  const goesOn = { ...onward(drive.record.workflow, rows), rows, records: [], stopped: null };
  if (stop === null || goesOn.state === 'done') return goesOn;
  const { world, session } = drive;
  const decision = await decideAt(world.repository, tree, { session, rows }, stop);
  if (decision.is !== 'met') return goesOn;
  const [test] = testsOf(stop);
  const because: Skipped = { file: test?.file ?? '', at: test?.at ?? '', stoppedBy: id };
  const left = rows.filter(({ status }) => !isFinished(status));
  return {
    state: 'done',
    next: null,
    rows: rows.map((row) => (left.includes(row) ? { ...row, status: 'skipped' } : row)),
    records: await Promise.all(left.map((row) => skippedRecord(drive, row, because))),
    stopped: `${id} stops the session: ${sayCondition(stop)}.`,
  };
}
