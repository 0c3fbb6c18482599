import { loopAnswers } from '../../../model/graph/loopAnswers.ts';
import { saySentBack } from '../../../model/graph/saySentBack.ts';
import type { Drive } from '../../drive.ts';
import { begunOn, publishHeld, judgedAs } from './closePhase.ts';
import type { Judged } from './phaseRecordOf.ts';
import { planLoop, roundOf } from './planLoop.ts';
import { publishRound } from './publishRound.ts';

/**
 * Opens another round, or asks a person, where the loop of a phase says so; null where it is closed as if it had none.
 *
 * @param failed why its gate did not hold, with no retry left; null if it held
 */
export async function byLoop(
  drive: Drive,
  judged: Judged,
  failed: readonly string[] | null,
): Promise<Drive | null> {
  const { phase, row, gate } = judged;
  const plan = await planLoop(drive, phase, failed, gate.captured.tree);
  const { loop } = phase;
  if (loop === null || plan.do === 'close') return null;
  const holds = failed === null;
  const { tree, normalised } = gate.captured;
  if (plan.do === 'round') {
    const { record } = await judgedAs(drive, judged, { status: 'pending' });
    const base = begunOn(drive, judged);
    return publishRound(drive, {
      phase: { ...phase, loop },
      row,
      record,
      tree,
      normalised,
      base,
      holds,
      because: plan.because,
    });
  }
  const round = roundOf(drive.record.records.get(phase.id));
  const why = plan.why ?? saySentBack(plan.because ?? undefined);
  return publishHeld(drive, judged, {
    status: 'waiting',
    question: {
      about: 'loop',
      text: `${sayRounds(phase.id, round, loop.max)} ${why}`,
      options: [...loopAnswers(holds)],
    },
    reasons: failed ?? [],
    loop: { round, ...(plan.because === null ? {} : { because: plan.because }) },
  });
}

/** A person may have begun more of them than the loop has. */
const sayRounds = (phase: string, round: number, max: number): string =>
  round > max
    ? `${phase} has had ${round} rounds, and its loop has ${max}.`
    : `${phase} has had ${round} of ${max} rounds.`;
