import type { AgentOutcome } from '../../src/model/agent/agentOutcome.ts';
import type { Agent, AgentTask } from '../../src/session/ports.ts';

/** What it is told, and which attempt at which phase it is. */
export type Work = (
  task: AgentTask,
  of: { readonly phase: string; readonly attempt: number; readonly folder: string },
) => Promise<AgentOutcome | void>;

/** An agent in this process, by the name `here`, whose work the test writes. */
export const agentHere = (work: Work, over: Partial<Agent> = {}): Agent => ({
  kind: 'command',
  name: 'here',
  chosenBecause: null,
  permissions: null,
  stallMs: null,
  version: async () => '1.2.3',
  async run(task) {
    const of = {
      phase: task.env['CAIRN_PHASE'] ?? '',
      attempt: Number(task.env['CAIRN_ATTEMPT']),
      folder: task.env['CAIRN_PHASE_DIR'] ?? '',
    };
    return (await work(task, of)) ?? { kind: 'completed' };
  },
  ...over,
});
