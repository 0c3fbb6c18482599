import { isPerson } from './agentNames.ts';
import { canonicalJson } from '../text/canonicalJson.ts';
import type { PhaseId, RepoPath } from '../names/ids.ts';
import type { AgentChoice, Command, Workflow } from '../workflow/workflow.ts';

/** All that a session runs on the machine that works on it, as its workflow has it. */
export interface SessionCommands {
  /** Untracked files of the person's that a new worktree is given. */
  readonly copy: readonly RepoPath[];
  /** Run when a worktree is made. */
  readonly setup: readonly Command[];
  /** In file order, each with the agent that does it, inline ones with their whole environment. */
  readonly phases: readonly {
    readonly phase: PhaseId;
    readonly agent: AgentChoice;
    readonly checks: readonly Command[];
  }[];
}

/**
 * What a workflow has this machine run. More than its plan hash covers: an agent or a setup that changed is another plan to
 * nobody, but another program to whoever runs it.
 *
 * An agent that is only named counts by its name: what that starts is this machine's own configuration. Prompts are no part
 * of it, nor are the files of the branch that a command works with: `npm test` runs what lies there.
 */
export function commandsOf({ worktree, agent, phases }: Workflow): SessionCommands {
  return {
    copy: worktree.copy,
    setup: worktree.setup,
    phases: phases.map((phase) => ({
      phase: phase.id,
      agent: phase.agent ?? agent,
      checks: phase.checks.map(({ run }) => run),
    })),
  };
}

/** `sha256:<hex>` of their canonical JSON; `sha256`: UTF-8 text → hexadecimal. */
export function commandsHash(commands: SessionCommands, sha256: (text: string) => string): string {
  return `sha256:${sha256(canonicalJson(commands))}`;
}

/** True: a person does every phase and no command looks at what they did, so that there is nothing to trust. */
export function runsNothing({ setup, phases }: SessionCommands): boolean {
  return setup.length === 0 && phases.every(({ agent, checks }) => checks.length === 0 && isPerson(agent));
}
