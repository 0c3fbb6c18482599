import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Agent } from '../session/ports.ts';

/**
 * A person, or any chat window, as an agent: it does no work itself, it only asks.
 *
 * The session layer writes its prompt for people: what to do, where, and how to say that it is done. The prompt becomes the
 * question, and also the attempt's output, so that `cairn log --output` shows it. It is no event: nobody says it while working.
 */
export function manualAgent(chosenBecause: string | null): Agent {
  return {
    kind: 'manual',
    name: 'manual',
    chosenBecause,
    permissions: null,
    stallMs: null,
    version: async () => null,
    async run(task) {
      if (task.signal.aborted) return { kind: 'cancelled' };
      await mkdir(dirname(task.outputFile), { recursive: true, mode: 0o700 });
      await writeFile(task.outputFile, task.prompt, { mode: 0o600 });
      return { kind: 'needs-input', question: task.prompt };
    },
  };
}
