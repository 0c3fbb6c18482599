import { mermaidGraph } from '../output/mermaidGraph.ts';
import { showStatus } from '../output/showStatus.ts';
import { terminalWarning } from '../output/terminalNotice.ts';
import { withNames, type Naming } from '../output/withNames.ts';
import type { StatusView } from '../../session/results.ts';
import { EXIT } from '../output/exitCodes.ts';
import type { Command, Context } from './command.ts';
import { isSet, SESSION_WORD, statusMeant } from './typed.ts';
import { exitAtRest, untilAtRest } from './untilAtRest.ts';

export const statusCommand: Command = {
  name: 'status',
  group: 'Look',
  words: [SESSION_WORD],
  options: [
    { flags: '--graph', does: 'print its phases as a Mermaid flowchart instead' },
    {
      flags: '--wait',
      does: 'first wait until it is done or cancelled, asks you something, is blocked, or nobody is at work on it; the exit code says which (0, 5, 3, 4, 5)',
    },
  ],
  does: 'show where a session is, what it asks you, and what to do next',
  examples: [
    ['cairn status', 'the one that is not done, else the one that ended last'],
    ['cairn status login --json', 'the facts of the session "login", for a program'],
    ['cairn status --graph > graph.mmd', 'a picture for a pull request or a README'],
    ['cairn status login --wait && cairn land login --apply', 'take it over as soon as it is done'],
  ],
  async run(context, typed) {
    const api = await context.api();
    const { status: now, sessions } = await statusMeant(api, typed.words[0]);
    const waits = isSet(typed, 'wait') && exitAtRest(now) === null;
    const { status, exit } = isSet(typed, 'wait')
      ? await waited(await withNames(context, sessions), now, () => api.status(now.session))
      : { status: now, exit: EXIT.done };
    if (context.json)
      return { exit, json: { ...status, warnings: status.warnings.map(terminalWarning) }, text: '' };
    // What the others are by now decides what is clear without a name.
    const text =
      typed.options['graph'] === true
        ? mermaidGraph(status.phases, await api.conditions(status.session))
        : showStatus(status, await withNames(context, waits ? null : sessions));
    return { exit, json: null, text };
  },
};

function waited(
  { terminal, style, short }: Context & Naming,
  now: StatusView,
  look: () => Promise<StatusView>,
): ReturnType<typeof untilAtRest> {
  // For whoever sits there; a script reads the end alone.
  if (exitAtRest(now) === null && terminal.err.isTerminal)
    terminal.err.write(`${style.dim(`Waiting for ${short(now).session}. Ctrl-C leaves it at work.`)}\n`);
  return untilAtRest(now, look);
}
