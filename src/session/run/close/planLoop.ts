import { planClosing, type ClosingPlan } from '../../../model/graph/planClosing.ts';
import { saySentBack } from '../../../model/graph/saySentBack.ts';
import type { PhaseRecord } from '../../../model/checkpoint/phaseRecord.ts';
import type { TreeId } from '../../../model/names/ids.ts';
import type { Phase } from '../../../model/workflow/workflow.ts';
import type { AtTip } from '../../drive.ts';
import { decideAt } from '../../record/decideAt.ts';

/**
 * What the loop of a phase makes of its work.
 *
 * @param failed why its gate did not hold, with no retry left; null if it held
 * @param tree that would be published
 */
export async function planLoop(
  { world, session, record }: AtTip,
  { id, loop }: Phase,
  failed: readonly string[] | null,
  tree: TreeId,
): Promise<ClosingPlan> {
  if (loop === null) return { do: 'close' };
  const at = { session, rows: record.status.rows };
  return planClosing({
    failed,
    until: failed === null ? await decideAt(world.repository, tree, at, loop.until) : null,
    round: roundOf(record.records.get(id)),
    max: loop.max,
  });
}

/** Why a phase is not done, whoever says that it is: its loop would send the work back, or ask. Empty where it is over. */
export async function whyNotOver(drive: AtTip, phase: Phase, tree: TreeId): Promise<readonly string[]> {
  const plan = await planLoop(drive, phase, null, tree);
  if (plan.do === 'close') return [];
  const found = 'why' in plan && plan.why !== null ? plan.why : saySentBack(plan.because ?? undefined);
  return [`its loop is not over: ${found.replace(/\.$/, '')}`];
}

/** The round of its loop that a phase is in. */
export const roundOf = (record: PhaseRecord | undefined): number => record?.loop?.round ?? 1;
