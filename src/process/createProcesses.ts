import { randomBytes } from 'node:crypto';
import type { Processes } from '../session/ports.ts';
import { endLeftGroup } from './endLeftGroup.ts';
import { runBelow, type SupervisorProgram } from './runBelow.ts';

/** Commands below a supervisor: `dist/supervisor.cjs`, or `src/process/supervisor.ts` from source on Node 24. */
export function createProcesses(program: SupervisorProgram): Processes {
  return {
    run: (task) => runBelow(program, task, randomBytes(16).toString('hex')),
    end: endLeftGroup,
  };
}
