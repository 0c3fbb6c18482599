import type { TreeId } from '../../../model/names/ids.ts';
import type { Phase } from '../../../model/workflow/workflow.ts';
import { noteSlot } from '../../checkpoint/noteSlot.ts';
import { passedBy, tipOf, type Drive, type Tip } from '../../drive.ts';
import { closeAttempt, doubtIn, type ClosedAttempt, type Unclosed } from './closeAttempt.ts';
import { judgeTree } from './evaluateGate.ts';

/**
 * Publishes what a phase's work gives with the tip, without laying that in its working tree first: no check has to run on it, and whoever
 * takes the slot next brings it to the tip anyhow. Null where the merge does not hold, or somebody is to be asked about it.
 *
 * @param tree the merge
 */
export async function closeWhereItStands(
  drive: Drive,
  ahead: Tip,
  attempt: Unclosed,
  tree: TreeId,
): Promise<ClosedAttempt | null> {
  const { phase, row, gate, facts } = attempt;
  const { record, checkout, world } = drive;
  const { slot } = record;
  const { commit: head } = await checkout.tree.head();
  // What an agent has committed is laid below the next checkpoint, and its working tree goes along.
  if (slot === undefined || head !== record.commit || mayAsk(phase) || (await doubtIn(drive, phase)) !== null)
    return null;
  const atTip: Drive = { ...drive, ...ahead, record: { ...ahead.record, slot }, world: drive.worldAt(ahead) };
  const captured = { ...gate.captured, tree: await world.repository.refuseUnsafe(tree) };
  const outcome = facts?.outcome ?? { kind: 'completed' };
  const joint = await judgeTree(atTip, phase, row, outcome, { checks: gate.checks, captured });
  if (joint.verdict.kind !== 'holds') return null;
  // On disk before the ref moves: what lies there is published then, and nobody's leftovers.
  const stays = await noteSlot(drive, { rests: gate.captured.tree });
  world.reached('slot/noted');
  const again = { retriesLeft: 0, wait: null };
  const published = await closeAttempt(atTip, { ...attempt, gate: joint }, again);
  return published === null ? null : { drive: passedBy(stays, tipOf(published)), again: null, costs: false };
}

const mayAsk = ({ approval, loop, stop, packet }: Phase): boolean =>
  approval !== 'none' || loop !== null || stop !== null || packet.review;
