import { answerOfAct } from './answerOfAct.ts';
import type { Command } from './command.ts';
import { plainLine } from '../terminal/plainText.ts';
import { stepsFor } from '../output/stepsFor.ts';
import { sessionAndCheckpoint, textOf } from './typed.ts';

export const forkCommand: Command = {
  name: 'fork',
  group: 'Go back and finish',
  words: [
    { name: '[session]', is: 'its id (default: the only unfinished one)' },
    { name: '[target]', is: 'a phase (as it was closed last) or the seq of a checkpoint' },
  ],
  options: [{ flags: '--id <id>', does: 'the id of the new session (default: made from the request)' }],
  does: 'begin another session on a checkpoint of this one, which stays as it is',
  more: 'What was done up to there stays done; what was decided later does not count in the new session. Notes, request, workflow and what is known of effects are the newest. The two go on independently.',
  examples: [
    ['cairn fork plan', 'another try from the end of "plan", beside the only unfinished session'],
    ['cairn fork 20261120-add-login-7f3k 3 --id login-two', 'from checkpoint 3, under this id'],
  ],
  async run(context, typed) {
    const api = await context.api();
    const { session, to } = await sessionAndCheckpoint(api, typed, 'fork', 'where from');
    const result = await api.fork(session, to, { id: textOf(typed, 'id') });
    if (context.json) return { exit: 0, json: result, text: '' };
    const status = await api.status(result.session);
    const done = status.phases.filter((phase) => phase.status === 'done').map(({ id }) => plainLine(id));
    const sentence = [
      `Forked from ${plainLine(status.forkedFrom ?? session)}: the new session is ${result.session}.`,
      done.length === 0 ? '  no phase is done in it' : `  done: ${done.join(', ')}`,
    ].join('\n');
    const steps = stepsFor(status, context.command);
    return answerOfAct(context, result, sentence, steps);
  },
};
