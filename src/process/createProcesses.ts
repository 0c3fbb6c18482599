import { randomBytes } from 'node:crypto';
import { isCopiedFrom } from '../host/copiedFrom.ts';
import type { ProcessGroup, Processes } from '../session/ports.ts';
import { endGroup } from './endGroup.ts';
import { runBelow, type SupervisorProgram } from './runBelow.ts';

/**
 * Runs commands below a supervisor: `dist/supervisor.cjs`, or `src/process/supervisor.ts` from source on Node 24.
 *
 * @param gitDir of the repository that the commands work for
 */
export function createProcesses(program: SupervisorProgram, gitDir: string): Processes {
  return {
    run: (task) => {
      const onStarted = async (group: ProcessGroup): Promise<void> => task.onStarted?.({ ...group, gitDir });
      return runBelow(program, { ...task, onStarted }, randomBytes(16).toString('hex'));
    },
    // A copy of the repository has the record too, while the group works for the original.
    end: async (group) =>
      group.gitDir !== undefined && isCopiedFrom(group.gitDir, gitDir) ? false : endGroup(group),
  };
}
