import { isPerson } from './agentNames.ts';
import { canonicalJson } from '../text/canonicalJson.ts';
import type { PhaseId, RepoPath } from '../names/ids.ts';
import type { AgentChoice, Command, Workflow } from '../workflow/workflow.ts';

/** Every command that a session's workflow runs on a machine. */
export interface SessionCommands {
  /** The person's untracked files that are copied into a new worktree. */
  readonly copy: readonly RepoPath[];
  /** Commands run in a new worktree. */
  readonly setup: readonly Command[];
  /** In file order, each with its agent; inline agents with their whole environment. */
  readonly phases: readonly {
    readonly phase: PhaseId;
    readonly agent: AgentChoice;
    readonly checks: readonly Command[];
  }[];
}

/**
 * The commands of a workflow. Covers more than the plan hash: a changed agent or setup is the same plan, but a different
 * program to run.
 *
 * An agent given by name counts by its name: this machine's own configuration decides what it starts. Prompts are not included,
 * nor are the items of a list (a phase that is repeated runs the same for each), nor the branch's files that a command uses: `npm test` runs whatever is there.
 */
export function commandsOf({ worktree, agent, written }: Workflow): SessionCommands {
  return {
    copy: worktree.copy,
    setup: worktree.setup,
    phases: written.map((phase) => ({
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

/** True if a person does every phase, no command checks the result, and nothing of this machine is copied: there is nothing to trust. */
export function runsNothing({ copy, setup, phases }: SessionCommands): boolean {
  const none = copy.length === 0 && setup.length === 0;
  return none && phases.every(({ agent, checks }) => checks.length === 0 && isPerson(agent));
}
