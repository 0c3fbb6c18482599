import { answerOfAct } from './answerOfAct.ts';
import type { Command } from './command.ts';
import { SESSION_WORD } from '../output/sessionWord.ts';
import { stepsFor } from '../output/stepsFor.ts';
import { messageOf, sessionOf } from './typed.ts';

export const steerCommand: Command = {
  name: 'steer',
  group: 'Decide',
  words: [SESSION_WORD],
  options: [{ flags: '-m, --message <note>', does: 'what it should know' }],
  does: 'tell a session something while it runs; its next attempt reads it',
  more: 'The attempt at work is not disturbed. The note is delivered once, with the next prompt, and recorded in phase.json.',
  examples: [['cairn steer -m "Keep the old flag working"', 'the next phase is told']],
  async run(context, typed) {
    const text = messageOf(typed, 'say what it should know');
    const api = await context.api();
    const session = await sessionOf(api, typed.words[0]);
    const result = await api.steer(session, text);
    const sentence = 'Noted: the next prompt of this session holds it.';
    return answerOfAct(context, result, sentence, stepsFor(await api.status(session), context.command));
  },
};
