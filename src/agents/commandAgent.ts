import { programName } from '../model/agent/agentNames.ts';
import type { Agent, Processes } from '../session/ports.ts';
import { workHeadless } from './headless/headlessAgent.ts';
import type { DefinitionOf, Naming } from './agentsOptions.ts';
import { outcomeOfProcess } from './outcomeOfProcess.ts';
import { createClaudeReader } from './headless/claudeReader.ts';
import { createCodexReader } from './headless/codexReader.ts';
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
  const createReader = readerOf(of.command);
  return {
    kind: 'command',
    name: of.name,
    chosenBecause: of.chosenBecause,
    permissions: null,
    stallMs: of.stallMs,
    version: of.version,
    async run(task) {
      if (createReader !== null)
        return workHeadless(of, createReader, { ...printer, now: Date.now }, task, processes);
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

/**
 * The reader for a command's output, if its program has the name of a known agent, at any path, and its arguments ask for
 * output for programs. Null when it prints text, as far as we can know.
 *
 * A script that wraps such an agent does not count: what it adds and its exit code are its own.
 */
export function readerOf([program, ...args]: readonly [string, ...string[]]):
  | typeof createClaudeReader
  | null {
  switch (programName(program).replace(/\.(?:exe|cmd|bat|ps1)$/i, '')) {
    case 'claude':
    case 'qwen':
      return /^(?:stream-)?json$/.test(valueOf(args, '--output-format')) ? createClaudeReader : null;
    case 'codex':
      return args.some((arg) => arg === '--json' || arg === '--experimental-json') ? createCodexReader : null;
    default:
      return null;
  }
}

/** The value of the last such flag; '' if it is not given. */
function valueOf(args: readonly string[], flag: string): string {
  const at = args.findLastIndex((arg) => arg === flag || arg.startsWith(`${flag}=`));
  const given = args[at] ?? '';
  return given === flag ? (args[at + 1] ?? '') : given.slice(flag.length + 1);
}
