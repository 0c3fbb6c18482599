import { sayConflicts } from '../../model/merge/sayConflicts.ts';
import { catchUp } from '../checkpoint/catchUp.ts';
import type { Drive } from '../drive.ts';
import { restingTree } from '../record/heldWork.ts';
import { changedBeside } from '../run/close/changedBeside.ts';
import { evaluateGate } from '../run/close/evaluateGate.ts';
import { runSetup } from '../run/runSetup.ts';
import { captureWork } from '../workingTree/captureWork.ts';
import { notPossible, type Waiting } from './waitingPhase.ts';

/** Work that a word is to publish, on the tip: what lies where others have passed it lacks theirs. */
interface Brought {
  readonly drive: Drive;
  /** What was published since may matter to what it was judged by. */
  readonly moved: boolean;
  /** Why it cannot be published there; empty if it can. */
  readonly reasons: readonly string[];
}

/** Brings work onto the tip; where it does not merge, everything stays as it is. */
export async function mergedOnTip(
  drive: Drive,
  { phase, row }: Pick<Waiting, 'phase' | 'row'>,
): Promise<Brought> {
  if (drive.ahead === null) return { drive, moved: false, reasons: [] };
  const captured = await captureWork(drive.world, drive.checkout.tree, drive.session);
  const work = { phase: phase.id, attempt: row.attempt, captured };
  const { drive: at, moved, conflicts } = await catchUp(drive, work, 'leave');
  const paths = conflicts.flatMap((one) => one.paths);
  if (conflicts.length === 0) return { drive: at, moved, reasons: [] };
  const reasons = sayConflicts(phase.id, conflicts, await changedBeside(drive, paths));
  return { drive, moved, reasons };
}

/** The same, judged anew where that may matter. */
export async function broughtToTip(drive: Drive, waiting: Waiting): Promise<Brought> {
  const merged = await mergedOnTip(drive, waiting);
  if (!merged.moved || merged.reasons.length > 0) return merged;
  const { drive: at } = merged;
  const { phase, row } = waiting;
  const { lost } = at.lease;
  // A check may need what the setup makes.
  if (phase.checks.length > 0 && (await runSetup(at, lost)) !== null)
    throw notPossible(at, 'answer', { because: 'setup-failed' });
  const { verdict } = await evaluateGate(at, phase, row, { kind: 'completed' }, lost);
  await at.checkout.tree.load(await restingTree(at.world.repository, at.record));
  return { ...merged, reasons: verdict.kind === 'fails' ? verdict.reasons : [] };
}

/** @throws `usage/not-possible` with what does not hold there */
export async function onTipOrRefuse(drive: Drive, waiting: Waiting): Promise<Drive> {
  const { drive: at, reasons } = await broughtToTip(drive, waiting);
  if (reasons.length > 0) throw notPossible(at, 'answer', { because: 'gate', of: 'gate', reasons });
  return at;
}
