import { join, relative } from 'node:path';
import type { AgentOutcome } from '../../src/model/agent/agentOutcome.ts';
import type { Agent, AgentTask } from '../../src/session/ports.ts';
import type { GitRepo } from './gitRepo.ts';
import type { PlayedAgent } from './playedAgent.ts';

/** An attempt as the agent of a test sees it. */
export interface Work {
  readonly task: AgentTask;
  /** Root of the session's working tree. */
  readonly root: string;
  readonly phase: string;
  /** Absolute. */
  readonly phaseDir: string;
  readonly attempt: number;
  /** The working tree of the session. */
  readonly tree: GitRepo;
  /** Writes a file into the phase's folder. */
  produce(name: string, content?: string): Promise<void>;
}

/** What an agent does in an attempt; nothing returned = completed. */
export type Worker = (work: Work) => Promise<AgentOutcome | void> | AgentOutcome | void;

/** As {@link PlayedAgent}, but a function in this process, which sees what the test sees and starts no program. */
export interface FunctionAgent extends PlayedAgent {
  readonly agent: Agent;
}

const nothingThere = (): Promise<never> => Promise.reject(new Error('a function plays this agent'));

/**
 * @param at a working tree, by its root
 * @param before its runs in another life
 */
export function functionAgent(
  plays: Worker,
  at: (root: string) => GitRepo,
  before: readonly string[] = [],
): FunctionAgent {
  const runs = [...before];
  const prompts = new Map<string, string>();
  const run: Agent['run'] = async (task) => {
    const {
      CAIRN_PHASE: phase = '',
      CAIRN_PHASE_DIR: phaseDir = '',
      CAIRN_ATTEMPT: attempt = '0',
    } = task.env;
    runs.push(`${phase} ${attempt}`);
    prompts.set(`${phase} ${attempt}`, task.prompt);
    const tree = at(task.cwd);
    const produce: Work['produce'] = (file, content = `${phase}, attempt ${attempt}\n`) =>
      tree.write(join(relative(task.cwd, phaseDir), file), content);
    const work = { task, root: task.cwd, phase, phaseDir, attempt: Number(attempt), tree, produce };
    return (await plays(work)) ?? { kind: 'completed' };
  };
  const agent: Agent = {
    kind: 'command',
    name: 'player',
    chosenBecause: null,
    permissions: null,
    stallMs: null,
    version: async () => '1.0.0',
    run,
  };
  return {
    agent,
    settings: {},
    folder: '',
    part: nothingThere,
    mark: nothingThere,
    isMarked: nothingThere,
    read: nothingThere,
    runs: async () => [...runs],
    async prompt(phase, attempt = 1) {
      const prompt = prompts.get(`${phase} ${attempt}`);
      if (prompt === undefined) throw new Error(`no prompt of ${phase}-${attempt}`);
      return prompt;
    },
  };
}
