import { ACCEPT, ANOTHER_ROUND, STOP } from '../../model/graph/loopAnswers.ts';
import { captureWork } from '../workingTree/captureWork.ts';
import type { Drive } from '../drive.ts';
import { beganOn } from '../record/heldWork.ts';
import { closeSession } from '../run/close/closeSession.ts';
import { publishRound } from '../run/close/publishRound.ts';
import { tellNotCaptured } from '../tell.ts';
import { closeWaiting } from './closeWaiting.ts';
import { decided, publishWord } from './publishWord.ts';
import type { Waiting } from './waitingPhase.ts';
import { describeWord } from './who.ts';

/** Does what a person chose where the rounds of a loop are used up; any other text is for the next attempt of its phase. */
export function answerLoop(drive: Drive, waiting: Waiting, said: string): Promise<Drive> {
  switch (said) {
    case ANOTHER_ROUND:
      return anotherRound(drive, waiting, said);
    case ACCEPT:
      return closeWaiting(drive, waiting, 'answered', said);
    case STOP:
      return closeSession(drive);
    default:
      return publishWord(drive, waiting, 'answered', said);
  }
}

/** With the work as it lies there by now, whoever changed it since. */
async function anotherRound(drive: Drive, waiting: Waiting, said: string): Promise<Drive> {
  const { world, session } = drive;
  const { tree, normalised, notCaptured } = await captureWork(world, drive.checkout.tree, session);
  tellNotCaptured(world, notCaptured);
  const { record, word } = await decided(drive, waiting, tree, 'answered', said);
  const { held: _moved, ...before } = record;
  const { because = {} } = waiting.record.loop ?? {};
  const { reasons } = because;
  return publishRound(drive, {
    phase: waiting.phase,
    row: waiting.row,
    record: before,
    tree,
    normalised,
    base: beganOn(drive.record),
    holds: reasons === undefined,
    because: reasons === undefined ? { file: '', at: '', ...because } : { reasons },
    word: describeWord(word),
  });
}
