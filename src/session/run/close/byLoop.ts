import type { CheckRecord } from '../../../model/checkpoint/phaseRecord.ts';
import { sayCondition, type Condition } from '../../../model/graph/condition.ts';
import { loopAnswers } from '../../../model/graph/loopAnswers.ts';
import type { SentBack } from '../../../model/graph/planClosing.ts';
import { saySentBack } from '../../../model/graph/saySentBack.ts';
import { shownLine } from '../../../model/text/oneLine.ts';
import type { Drive } from '../../drive.ts';
import { begunOn, publishHeld, judgedAs } from './closePhase.ts';
import type { Judged } from './phaseRecordOf.ts';
import { planLoop, roundOf } from './planLoop.ts';
import { publishRound } from './publishRound.ts';

/**
 * Opens another round, or asks a person, where the loop of a phase says so; null where it is closed as if it had none.
 *
 * @param failed why its gate did not hold, with no retry left; null if it held
 * @param red the checks that a person may let be, where they alone keep it from that
 */
export async function byLoop(
  drive: Drive,
  judged: Judged,
  failed: readonly string[] | null,
  red: readonly CheckRecord[] = [],
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
  const why = plan.why ?? whyAgain(plan.because, loop.until);
  return publishHeld(drive, judged, {
    status: 'waiting',
    question: {
      about: 'loop',
      text: `${sayRounds(phase.id, round, loop.max)} ${why}`,
      options: [...loopAnswers(holds, red.length > 0)],
      ...(red.length === 0 ? {} : { checks: red.map(({ run }) => run) }),
    },
    reasons: failed ?? [],
    loop: { round, ...(plan.because === null ? {} : { because: plan.because }) },
  });
}

/** What was found, and what was to be found: a person decides whether the one will do for the other. */
function whyAgain(because: SentBack | null, until: Condition): string {
  const found = saySentBack(because ?? undefined);
  return because === null || 'reasons' in because ? found : `${found} Its loop ends once ${wanted(until)}.`;
}

const LONGEST = 500;

const wanted = (until: Condition): string => shownLine(sayCondition(until), LONGEST);

/** A person may have begun more of them than the loop has. */
const sayRounds = (phase: string, round: number, max: number): string =>
  round > max
    ? `${phase} has had ${round} rounds: ${max} of its loop, ${round - max} that a person began.`
    : `${phase} has had ${round} of ${max} rounds.`;
