import { randomBytes } from 'node:crypto';
import { isCopiedFrom } from '../host/copiedFrom.ts';
import type { ProcessGroup, Processes } from '../session/ports.ts';
import { endGroup } from './endGroup.ts';
import { runBelow, type SupervisorProgram } from './runBelow.ts';

/**
 * Commands below a supervisor: `dist/supervisor.cjs`, or `src/process/supervisor.ts` from source on Node 24.
 *
 * @param gitDir of the repository that they work for
 */
export function createProcesses(program: SupervisorProgram, gitDir: string): Processes {
  return {
    run: ({ onStarted, ...task }) => {
      const noted =
        onStarted === undefined
          ? {}
          : { onStarted: (group: ProcessGroup) => onStarted({ ...group, gitDir }) };
      return runBelow(program, { ...task, ...noted }, randomBytes(16).toString('hex'));
    },
    // A copy of the repository has the note, too, and the one that it was copied from is at work.
    end: async (group) =>
      group.gitDir !== undefined && isCopiedFrom(group.gitDir, gitDir) ? false : endGroup(group),
  };
}
