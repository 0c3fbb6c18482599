import type { PhaseId } from '../../model/names/ids.ts';
import type { Drive } from '../drive.ts';
import { restingTree } from '../record/heldWork.ts';
import { evaluateGate } from '../run/close/evaluateGate.ts';
import { mergedOnTip, type MergedOnTip, type WorkOnTip } from '../run/close/mergedOnTip.ts';
import { setUp } from '../run/runSetup.ts';
import { notPossible, type Waiting } from './waitingPhase.ts';

/** Work that a word is to publish, brought onto the tip, and judged anew where that may matter. */
export async function judgedOnTip(drive: Drive, waiting: Waiting): Promise<MergedOnTip> {
  const wasBrought = isBrought(drive.record.slot);
  const merged = await mergedOnTip(drive, ofWaiting(waiting));
  if (!(merged.moved || wasBrought) || merged.reasons.length > 0) return merged;
  const { drive: at } = merged;
  const { phase, row } = waiting;
  const { lost } = at.lease;
  // A check may need what the setup makes.
  if (phase.checks.length > 0 && (await setUp(at, lost)) !== null)
    throw notPossible(at, 'answer', { because: 'setup-failed' });
  const { verdict } = await evaluateGate(at, phase, row, { kind: 'completed' }, lost);
  await at.checkout.tree.load(await restingTree(at.world.repository, at.record));
  return { ...merged, reasons: verdict.kind === 'fails' ? verdict.reasons : [] };
}

/** A word before, which was refused or cut off, has laid a merge there that nobody has judged. */
const isBrought = (slot: Drive['record']['slot']): boolean => slot !== undefined && slot.rests !== null;

/** @throws `usage/not-possible` with what does not hold there */
export async function onTipOrRefuse(drive: Drive, waiting: Waiting): Promise<WorkOnTip> {
  const { drive: at, mended, reasons } = await judgedOnTip(drive, waiting);
  if (reasons.length > 0) throw notPossible(at, 'answer', { because: 'gate', of: 'gate', reasons });
  return { drive: at, mended };
}

export const ofWaiting = ({
  phase,
  row,
}: Pick<Waiting, 'phase' | 'row'>): { readonly phase: PhaseId; readonly attempt: number } => ({
  phase: phase.id,
  attempt: row.attempt,
});
