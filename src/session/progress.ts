import type { CheckpointKind } from '../model/checkpoint/trailers.ts';
import type { PermissionRequest } from '../model/agent/permissionRequest.ts';
import type { CommitId, PhaseId, SessionId } from '../model/names/ids.ts';
import type { Usage } from '../model/attempt/usage.ts';
import type { Notice } from './notice.ts';
import type { TrustView } from './trustResults.ts';

/** A line of what is going on, for a terminal or a window that watches. Values only, JSON-safe. */
export type Progress =
  | { readonly type: 'opened'; readonly session: SessionId; readonly root: string; readonly branch: string }
  /** `kept`: true where the session's record says it, too, or who began it was asked: in a window it is there to be seen. */
  | { readonly type: 'told'; readonly notice: Notice; readonly kept?: true }
  /** What `--trust` was a yes to: commands that were not trusted here before, and what the history raised. */
  | ({ readonly type: 'trusted' } & Pick<TrustView, 'session' | 'commands' | 'warnings'>)
  | { readonly type: 'setup'; readonly command: string }
  | {
      readonly type: 'attempt';
      readonly phase: PhaseId;
      /** Its 1-based place in the phase table, and how many phases that has. */
      readonly number: number;
      readonly of: number;
      readonly attempt: number;
      /** A `resume` went on with this phase, whether or not an attempt had been cut off. */
      readonly resumed: boolean;
      readonly agent: string;
      readonly because: string | null;
      readonly output: string;
    }
  | { readonly type: 'agent-line'; readonly text: string }
  /** An agent at work waits for a person; `asked` with the same id follows when it does no more. */
  | { readonly type: 'asks'; readonly request: PermissionRequest }
  | { readonly type: 'asked'; readonly id: string }
  | AgentTool
  | AgentPlan
  | {
      readonly type: 'agent-ended';
      readonly phase: PhaseId;
      readonly attempt: number;
      /** As of the `attempt` that it ends. */
      readonly resumed: boolean;
      readonly outcome: string;
      readonly ms: number;
      /** How many calls of tools it told of; left out where it told of none. */
      readonly calls?: number;
      readonly usage?: Usage;
    }
  | { readonly type: 'check'; readonly phase: PhaseId; readonly name: string }
  | {
      readonly type: 'check-ended';
      readonly phase: PhaseId;
      readonly name: string;
      readonly outcome: string;
      readonly ms: number;
      /** Why it could not say anything; only of one that broke. */
      readonly why?: string;
    }
  /** Many files come into a checkpoint, or a rescue: how many of them were searched for secrets, or stored, so far. */
  | {
      readonly type: 'taking';
      readonly step: 'searched' | 'stored';
      readonly done: number;
      readonly of: number;
    }
  | {
      readonly type: 'gate-failed';
      /** What did not hold: the gate of the phase, or the setup of the worktree before any agent. */
      readonly by: 'gate' | 'setup';
      readonly phase: PhaseId;
      readonly reasons: readonly string[];
      readonly tail: readonly string[];
      readonly retriesLeft: number;
    }
  | {
      readonly type: 'checkpoint';
      readonly session: SessionId;
      readonly seq: number;
      readonly kind: CheckpointKind;
      readonly phase: PhaseId | null;
      readonly commit: CommitId;
      readonly subject: string;
      /** How long it took until the ref had moved. */
      readonly ms: number;
    };

/** What an agent tells of one call of a tool; each time something about it changes. Its texts are one bounded line each. */
export interface AgentTool {
  readonly type: 'agent-tool';
  /** The how-manieth call of the attempt, from 1: the same call has the same number. */
  readonly n: number;
  readonly title: string;
  /** A word of the protocol: `read`, `edit`, `execute`, …, `other`. */
  readonly kind: string;
  /** Where it acts: from the root of the working tree with `/`, or absolute where it is not below it; null: not told. */
  readonly path: string | null;
  readonly status: 'started' | 'ended' | 'failed';
}

/** The whole of what an agent plans, each time it changes. */
export interface AgentPlan {
  readonly type: 'agent-plan';
  readonly done: number;
  /** How many steps it has; `entries` may be fewer. */
  readonly of: number;
  readonly entries: readonly {
    readonly text: string;
    readonly status: 'pending' | 'in-progress' | 'done';
  }[];
}
