import { ACCEPT, ANOTHER_ROUND } from '../../model/graph/loopAnswers.ts';
import { refuseUnlaid } from '../checkpoint/layWork.ts';
import { captureWork } from '../workingTree/captureWork.ts';
import type { Drive } from '../drive.ts';
import { beganOn } from '../record/heldWork.ts';
import { publishRound, type SentBackPhase } from '../run/close/publishRound.ts';
import { tellNotCaptured } from '../tell.ts';
import { refuseOthersWork } from './aboutWork.ts';
import { judgedOnTip, onTipOrRefuse } from './judgedOnTip.ts';
import { closeWaiting } from './closeWaiting.ts';
import { decided, publishWord } from './publishWord.ts';
import { whyNotTaken } from './takeArtifacts.ts';
import { notPossible, type Waiting } from './waitingPhase.ts';
import { describeWord } from '../record/who.ts';

/**
 * Does what a person chose where the rounds of a loop are used up; any other text is for the next attempt of its phase.
 *
 * @throws `usage/not-possible` with the reasons of a gate that did not hold: that work is not accepted as it is
 */
export async function answerLoop(drive: Drive, waiting: Waiting, said: string): Promise<Drive> {
  if (said !== ANOTHER_ROUND && said !== ACCEPT) return publishWord(drive, waiting, 'answered', said);
  await refuseOthersWork(drive);
  await refuseUnlaid(drive);
  return said === ANOTHER_ROUND ? anotherRound(drive, waiting) : accept(drive, waiting);
}

async function accept(drive: Drive, waiting: Waiting): Promise<Drive> {
  const reasons = waiting.record.loop?.because?.reasons;
  if (reasons !== undefined) throw notPossible(drive, 'answer', { because: 'gate', of: 'loop', reasons });
  return closeWaiting(await onTipOrRefuse(drive, waiting), waiting, 'answered', ACCEPT);
}

/** With the work as it lies there by now, whoever changed it since. */
async function anotherRound(drive: Drive, waiting: Waiting): Promise<Drive> {
  const { phase } = waiting;
  const { loop } = phase;
  // Its loop has left the plan: it is only tried again.
  if (loop === null) return publishWord(drive, waiting, 'answered', ANOTHER_ROUND);
  const { because } = waiting.record.loop ?? {};
  const held = because?.reasons !== undefined;
  const brought = held ? { drive, reasons: [] } : await judgedOnTip(drive, waiting);
  return sendBack(brought.drive, waiting, { ...phase, loop }, !held && brought.reasons.length === 0);
}

async function sendBack(
  drive: Drive,
  waiting: Waiting,
  phase: SentBackPhase['phase'],
  holds: boolean,
): Promise<Drive> {
  const { world, session } = drive;
  const captured = await captureWork(world, drive.checkout.tree, session);
  const { tree, normalised, notCaptured } = captured;
  tellNotCaptured(world, notCaptured);
  // Whatever a person has made of it since: what does not hold is the start of the next round, and in no tree.
  const isWhole = holds && (await whyNotTaken(drive, waiting, captured)).reasons.length === 0;
  const { record, word } = await decided(drive, waiting, tree, 'answered', ANOTHER_ROUND);
  const { held: _moved, ...before } = record;
  const { because } = waiting.record.loop ?? {};
  return publishRound(drive, {
    phase,
    row: waiting.row,
    record: before,
    tree,
    normalised,
    base: beganOn(drive.record),
    holds: isWhole,
    because,
    word: describeWord(word),
  });
}
