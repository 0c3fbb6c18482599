import { programName } from '../model/agent/agentNames.ts';
import type { Agent, Processes } from '../session/ports.ts';
import type { DefinitionOf, Naming } from './agentsOptions.ts';
import { printedBy } from './headless/printedBy.ts';
import { outcomeOfProcess } from './outcomeOfProcess.ts';
import { programTask } from './programTask.ts';

/**
 * Any program as an agent: it gets the prompt on standard input, its output is its text, its exit code the outcome. If a known
 * agent was told to print for programs, reads its output for more.
 */
export function commandAgent(
  of: Omit<DefinitionOf<'command'>, 'kind'> &
    Naming & {
      /** What a person types to log in to a known agent; null for a person's own program. */
      readonly login: string | null;
    },
  processes: Processes,
): Agent {
  const printer = { name: programName(of.command[0]), login: of.login };
  const format = printedBy(of.command);
  return {
    kind: 'command',
    name: of.name,
    chosenBecause: of.chosenBecause,
    permissions: null,
    stallMs: of.stallMs,
    version: of.version,
    async run(task) {
      if (format !== null) {
        // No window needs it that only shows sessions.
        const { workHeadless } = await import('./headless/headlessAgent.ts');
        return workHeadless(of, format, { ...printer, now: Date.now }, task, processes);
      }
      const end = await processes.run({
        ...programTask(of, task),
        stdin: task.prompt,
        outputFile: task.outputFile,
        onLine: (text) => task.onEvent({ type: 'text', text }),
      });
      if (end.orphans > 0) task.onEvent({ type: 'left-running', programs: end.orphans });
      return outcomeOfProcess(end, printer);
    },
  };
}
