import { mermaidGraph } from '../output/mermaidGraph.ts';
import { showStatus } from '../output/showStatus.ts';
import { terminalWarning } from '../output/terminalNotice.ts';
import type { Command } from './command.ts';
import { SESSION_WORD, statusMeant } from './typed.ts';

export const statusCommand: Command = {
  name: 'status',
  group: 'Look',
  words: [SESSION_WORD],
  options: [{ flags: '--graph', does: 'print its phases as a Mermaid flowchart instead' }],
  does: 'show the phases of a session, what is asked, and what to do next',
  examples: [
    ['cairn status', 'the only unfinished session'],
    ['cairn status 20261120-add-login-7f3k --json', 'the same facts for a program'],
    ['cairn status --graph > graph.mmd', 'a picture for a pull request or a README'],
  ],
  async run(context, typed) {
    const api = await context.api();
    const status = await statusMeant(api, typed.words[0]);
    return {
      exit: 0,
      json: { ...status, warnings: status.warnings.map(terminalWarning) },
      text:
        typed.options['graph'] === true && !context.json
          ? mermaidGraph(status.phases, await api.conditions(status.session))
          : showStatus(status, context),
    };
  },
};
