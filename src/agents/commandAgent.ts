import type { Agent, Processes } from '../session/ports.ts';
import { outcomeOfProcess } from './outcomeOfProcess.ts';

/**
 * Any program as an agent: the prompt on its standard input, what it prints as its text, its exit code as its outcome.
 */
export function commandAgent(
  of: {
    readonly name: string;
    readonly command: readonly [string, ...string[]];
    readonly env: Readonly<Record<string, string>>;
    readonly stallMs: number | null;
    readonly chosenBecause: string | null;
    readonly version: () => Promise<string | null>;
  },
  processes: Processes,
): Agent {
  return {
    kind: 'command',
    name: of.name,
    chosenBecause: of.chosenBecause,
    permissions: null,
    stallMs: of.stallMs,
    version: of.version,
    async run(task) {
      const end = await processes.run({
        command: of.command,
        cwd: task.cwd,
        env: { ...task.env, ...of.env },
        stdin: task.prompt,
        timeoutMs: task.timeoutMs,
        outputFile: task.outputFile,
        signal: task.signal,
        onStarted: task.onStarted,
        onLine: (text) => task.onEvent({ type: 'text', text }),
      });
      if (end.left > 0) task.onEvent({ type: 'left-running', programs: end.left });
      return outcomeOfProcess(end, programName(of.command[0]));
    },
  };
}

/** What people call a program: its path is long and says nothing more. */
export function programName(program: string): string {
  return program.split(/[\\/]/).at(-1) ?? program;
}
