import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processStart } from '../../src/host/processStart.ts';
import type { AgentOutcome } from '../../src/model/agent/agentOutcome.ts';
import type { Agent, AgentEvent, AgentTask, ProcessGroup } from '../../src/session/ports.ts';

/** What an attempt was seen to be. */
export interface Worked {
  readonly outcome: AgentOutcome;
  readonly events: AgentEvent[];
  readonly groups: readonly ProcessGroup[];
  readonly cwd: string;
  /** A file of the working directory; null: it is not there. */
  readonly file: (name: string) => Promise<string | null>;
}

/** Has an agent work once in a folder. */
export async function atWork(agent: Agent, cwd: string, over: Partial<AgentTask> = {}): Promise<Worked> {
  const events: AgentEvent[] = [];
  const groups: ProcessGroup[] = [];
  const outcome = await agent.run({
    prompt: 'do it well',
    cwd,
    env: { PATH: process.env['PATH'] ?? '' },
    timeoutMs: 60_000,
    outputFile: join(cwd, '.log', 'agent.log'),
    signal: new AbortController().signal,
    permit: async () => 'deny',
    goOn: null,
    promptAgain: async () => false,
    ...over,
    onEvent(event) {
      events.push(event);
      over.onEvent?.(event);
    },
    onStarted: async (group) => {
      groups.push(group);
      await over.onStarted?.(group);
    },
  });
  return { outcome, events, groups, cwd, file: (name) => readIn(cwd, name) };
}

export const readIn = (cwd: string, name: string): Promise<string | null> =>
  readFile(join(cwd, name), 'utf8').catch(() => null);

/** Leaders of groups that are still there. */
export const leadersAlive = (groups: readonly ProcessGroup[]): readonly number[] =>
  groups.map(({ pid }) => pid).filter((pid) => processStart(pid).kind !== 'dead');
