import { behindSandbox } from './behindSandbox.ts';
import { sandboxed, type Sandbox, type SandboxPlaces } from '../model/agent/sandbox.ts';
import type { Processes } from '../session/ports.ts';

/**
 * Runs every program below the sandbox that the person has set, but for those that a person typed.
 *
 * @param read the sandbox as it is set now, its program by absolute path; throws where it cannot be had: nothing runs without it then
 * @param env the person's own environment, in which the sandbox is started
 */
export function sandboxedProcesses<P extends Processes>(
  processes: P,
  read: () => Promise<Sandbox | null>,
  places: Omit<SandboxPlaces, 'worktree'>,
  env: Readonly<Record<string, string | undefined>>,
): P {
  return {
    ...processes,
    sandbox: read,
    async run(task) {
      const sandbox = task.typed === true ? null : await read();
      if (sandbox === null) return processes.run(task);
      const behind = behindSandbox(task, env);
      const command = sandboxed(sandbox, behind.command, { ...places, worktree: task.cwd });
      return processes.run({ ...task, command, env: behind.env });
    },
  };
}
