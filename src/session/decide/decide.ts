import type { SessionId } from '../../model/names/ids.ts';
import { chosenOption, namesNoOption } from '../../model/agent/chosenOption.ts';
import { passedBy, tipOf, type Drive } from '../drive.ts';
import { mergedOnTip } from '../run/close/mergedOnTip.ts';
import { askedOfSession } from '../run/next/askOfLimit.ts';
import { approvePassed, caughtUpToClose } from './approvePassed.ts';
import { orHeard } from './orHeard.ts';
import { inSlotOf } from './inSlotOf.ts';
import { refuseElsewhere, rememberHead } from '../workingTree/head.ts';
import type { ActResult } from '../results.ts';
import type { Question } from '../../model/checkpoint/phaseRecord.ts';
import { LET_BE } from '../../model/gate/redAnswers.ts';
import { STOP } from '../../model/checkpoint/stopAnswer.ts';
import { saysGoOnHere } from '../../model/checkpoint/goOnHere.ts';
import { askedOf } from '../record/askedOf.ts';
import { repairRenderings } from '../checkpoint/repairRenderings.ts';
import { finishRestore } from '../restore/finishRestore.ts';
import { cancelByAnswer } from './aboutWork.ts';
import { actResult } from './actResult.ts';
import { answerCheck } from './answerCheck.ts';
import { answerCondition } from './answerCondition.ts';
import { answerLimit } from './answerLimit.ts';
import { answerLoop } from './answerLoop.ts';
import { answerPermission } from './answerPermission.ts';
import { answerStop } from './answerStop.ts';
import { ofWaiting } from './judgedOnTip.ts';
import { closeWaiting } from './closeWaiting.ts';
import { completeByWord, namedToComplete } from './completeByWord.ts';
import { addWord, wordless } from './lateWord.ts';
import { publishWord } from './publishWord.ts';
import { noOption, notPossible, waitingPhase, type Waiting } from './waitingPhase.ts';
import { settleByAnswer } from '../effects/settleEffect.ts';
import { whoActs } from '../record/who.ts';
import { refuseUnlaid } from '../checkpoint/layWork.ts';
import { withDrive } from '../drive/withDrive.ts';
import { refuseSecrets } from '../workingTree/withoutSecrets.ts';
import type { World } from '../world.ts';

/**
 * Approves the artifacts as they are in the working tree and closes the phase. Runs nothing, except for a named phase that no
 * attempt completed: its whole gate must hold.
 */
export async function approve(
  world: World,
  session: SessionId,
  named: string | null,
  comment: string | null,
): Promise<ActResult> {
  if (comment !== null) await refuseSecrets(world.secrets, { given: 'message' }, comment);
  return orHeard(world, session, { act: 'approve', named, text: comment }, (meant) =>
    withDrive(world, session, { name: 'approve', onTree: true, adds: true }, async (opened) => {
      const drive = await ready(opened);
      await refuseUnlaid(drive);
      return actResult(tipOf(await approveIn(drive, meant, comment)).record);
    }),
  );
}

/** The same for who drives the session. */
export async function approveIn(drive: Drive, named: string | null, comment: string | null): Promise<Drive> {
  const toComplete = namedToComplete(drive, named);
  if (toComplete !== null)
    return inSlotOf(drive, toComplete.phase.id, async (at) => {
      const { reasons, ...here } = await mergedOnTip(at, ofWaiting(toComplete));
      if (reasons.length > 0) throw notPossible(at, 'approve', { because: 'gate', of: 'gate', reasons });
      return completeByWord(here, toComplete, comment);
    });
  const waiting = waitingPhase(drive, named, 'approve');
  return inSlotOf(drive, waiting.phase.id, async (at) => {
    const here = await caughtUpToClose(at, waiting);
    return here === null
      ? approvePassed(at, waiting, comment)
      : closeWaiting(here, waiting, 'approved', comment);
  });
}

/** Sends a phase back; the comment reaches the next attempt's prompt. */
export async function reject(
  world: World,
  session: SessionId,
  named: string | null,
  comment: string | null,
): Promise<ActResult> {
  if (comment !== null) await refuseSecrets(world.secrets, { given: 'message' }, comment);
  return orHeard(world, session, { act: 'reject', named, text: comment }, (meant) =>
    withDrive(world, session, { name: 'reject', adds: true }, async (opened) => {
      const drive = await ready(opened);
      const late = comment === null ? null : await wordless(drive, meant);
      const rejected =
        late !== null && comment !== null
          ? await addWord(drive, late, comment)
          : await rejectIn(drive, meant, comment);
      return actResult(tipOf(rejected).record);
    }),
  );
}

/** The same for who drives the session. */
export function rejectIn(drive: Drive, named: string | null, comment: string | null): Promise<Drive> {
  const waiting = waitingPhase(drive, named, 'reject');
  return inSlotOf(drive, waiting.phase.id, (at) => publishWord(at, waiting, 'rejected', comment));
}

/** Answers a question of an agent or the engine; the text reaches the next attempt's prompt. */
export async function answer(
  world: World,
  session: SessionId,
  text: string,
  named: string | null,
): Promise<ActResult> {
  await refuseSecrets(world.secrets, { given: 'message' }, text);
  return orHeard(world, session, { act: 'answer', named, text }, (meant) =>
    withDrive(world, session, { name: 'answer', adds: true }, async (opened) => {
      const { drive } = await finishRestore(opened);
      return actResult(tipOf(await answerIn(drive, meant, text)).record);
    }),
  );
}

/** The same for who drives the session. */
export async function answerIn(drive: Drive, named: string | null, text: string): Promise<Drive> {
  const { world } = drive;
  const waiting = waitingPhase(drive, named, 'answer');
  const said = meantBy(drive, waiting, text);
  const isOfHead = askedOf(waiting.record) === 'head';
  const goesOnHere = isOfHead && saysGoOnHere(said);
  // Any other answer means going back, which only the person can do.
  if (isOfHead && !goesOnHere) await refuseElsewhere(drive);
  const effect = waiting.record.question?.effect;
  if (effect !== undefined)
    await settleByAnswer(world, drive.record, effect, { text: said, by: await whoActs(world) });
  if (endsSession(waiting, said)) return cancelByAnswer(drive);
  const done = await inSlotOf(drive, waiting.phase.id, (at) => carryOut(at, waiting, said));
  // Afterwards: HEAD that is remembered before the word is published would be taken for a way back.
  if (goesOnHere) await rememberHead(done);
  return answerSame(drive, done, waiting, said);
}

/**
 * The option that an answer means; a text that is none stays as it is.
 *
 * @throws `usage/not-possible` for a number that names none, and where only the options are taken
 */
function meantBy(drive: Drive, { phase, record }: Waiting, text: string): string {
  const { options = [], about } = record.question ?? {};
  const said = chosenOption(text, options);
  // Nobody is there to read anything else: no attempt follows.
  const isClosed = about === 'condition' && options.length > 0;
  const isNone = isClosed && !options.includes(said);
  if (!isNone && !namesNoOption(text, options)) return said;
  throw noOption(drive, { phase, record }, text);
}

/** A question of the session that several phases wait with is answered for all of them. */
async function answerSame(lead: Drive, done: Drive, { record }: Waiting, said: string): Promise<Drive> {
  const asked = record.question?.limit;
  const [next] = asked === undefined ? [] : askedOfSession(tipOf(done).record, asked);
  if (next === undefined) return done;
  const first = done.checkout.slot === lead.checkout.slot ? done : passedBy(lead, tipOf(done));
  const waiting = waitingPhase(first, next, 'answer');
  return answerSame(
    first,
    await inSlotOf(first, next, (at) => publishWord(at, waiting, 'answered', said)),
    waiting,
    said,
  );
}

const endsSession = ({ record: { question } }: Waiting, said: string): boolean =>
  said === STOP && ENDED_BY_STOP.has(question?.about);

const ENDED_BY_STOP: ReadonlySet<Question['about']> = new Set(['loop', 'limit', 'permission', 'check']);

/** An answer to a question of the engine may be an act of its own. */
function carryOut(drive: Drive, waiting: Waiting, said: string): Promise<Drive> {
  const { about, limit, checks } = waiting.record.question ?? {};
  if (checks !== undefined && (about === 'check' || said === LET_BE))
    return answerCheck(drive, waiting, checks, said);
  if (about === 'condition') return answerCondition(drive, waiting, said);
  if (about === 'loop') return answerLoop(drive, waiting, said);
  if (about === 'stop') return answerStop(drive, waiting, said);
  if (about === 'permission') return answerPermission(drive, waiting, said);
  if (limit !== undefined) return answerLimit(drive, waiting, limit, said);
  return publishWord(drive, waiting, 'answered', said);
}

async function ready(opened: Drive): Promise<Drive> {
  const { drive } = await finishRestore(opened);
  await repairRenderings(drive);
  return drive;
}
