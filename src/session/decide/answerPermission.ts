import { ALLOW, rejectedWord } from '../../model/agent/rejected.ts';
import type { Drive } from '../drive.ts';
import { tell } from '../tell.ts';
import { publishWord } from './publishWord.ts';
import { noOption, type Waiting } from './waitingPhase.ts';
import { whenSaid, whoActs } from '../record/who.ts';

/**
 * Lets the next attempt do what was rejected as nobody was there, or has it done without; any other text is for that attempt alone. What
 * is allowed is known on the machine that rejected it, and nowhere else.
 */
export async function answerPermission(drive: Drive, waiting: Waiting, said: string): Promise<Drive> {
  const { world, state } = drive;
  const word = rejectedWord(said);
  const { text = '', options = [] } = waiting.record.question ?? {};
  if (word === 'allow' && !options.includes(ALLOW)) throw noOption(drive, waiting, said);
  if (word !== null) {
    const by = { word, by: await whoActs(world), at: whenSaid(world) };
    const isKnown = await state.rejected.answer(waiting.phase.id, world.sha256(text), by);
    if (!isKnown && word === 'allow') tell(world, { notice: 'rejected-elsewhere', phase: waiting.phase.id });
  }
  return publishWord(drive, waiting, 'answered', said);
}
