import type { CheckpointKind } from '../model/checkpoint/trailers.ts';
import type { Checked } from '../model/status/statusWords.ts';
import type { PermissionRequest } from '../model/agent/permissionRequest.ts';
import type { BaselineRecord } from '../model/checkpoint/phaseRecord.ts';
import type { CommitId, PhaseId, SessionId, Timestamp } from '../model/names/ids.ts';
import type { Usage } from '../model/attempt/usage.ts';
import type { Ahead } from './ahead.ts';
import type { Notice } from './notice.ts';
import type { TrustView } from './trustResults.ts';
import type { Unattended } from './unattended.ts';

/** One event of a run, for a terminal or window that watches. JSON-safe values only. */
export type Progress =
  /** What a start is going to do; nothing is made yet, and it may still be refused. */
  | ({ readonly type: 'ahead' } & Ahead)
  /** The same of a run in which nobody is asked, or phases are approved beforehand: within which bounds it is worked on. */
  | ({ readonly type: 'unattended' } & Unattended)
  | { readonly type: 'opened'; readonly session: SessionId; readonly root: string; readonly branch: string }
  /**
   * `kept`: true if the session's record says it too, or the person who began it was asked; a window shows it elsewhere then.
   */
  | { readonly type: 'told'; readonly notice: Notice; readonly kept?: true }
  /** What `--trust` said yes to: commands that were not trusted here before, and questions about the history. */
  | ({ readonly type: 'trusted' } & Pick<TrustView, 'session' | 'commands' | 'warnings'>)
  | (OfPhase & { readonly type: 'setup'; readonly command: string })
  | {
      readonly type: 'attempt';
      readonly phase: PhaseId;
      /** Its 1-based row in the phase table, and the number of rows. */
      readonly number: number;
      readonly of: number;
      readonly attempt: number;
      /** A `resume` continued with this phase, whether or not an attempt had been interrupted. */
      readonly resumed: boolean;
      readonly agent: string;
      readonly because: string | null;
      readonly output: string;
    }
  | (OfPhase & { readonly type: 'agent-line'; readonly text: string })
  /** A running agent waits for a person; `asked` with the same id follows once it no longer does. */
  | { readonly type: 'asks'; readonly request: PermissionRequest }
  | { readonly type: 'asked'; readonly id: string }
  | AgentTool
  | AgentPlan
  | {
      readonly type: 'agent-ended';
      readonly phase: PhaseId;
      readonly attempt: number;
      /** As in the `attempt` that it ends. */
      readonly resumed: boolean;
      readonly outcome: string;
      readonly ms: number;
      /** How many tool calls it reported; absent if none. */
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
      /** Why it could not run to a verdict; only if it broke. */
      readonly why?: string;
      /** What the same command had said before anything was changed, where that is known. */
      readonly before?: string;
    }
  /** A check is run before anything is changed; `n` of `of`. */
  | { readonly type: 'baseline'; readonly name: string; readonly n: number; readonly of: number }
  | {
      readonly type: 'baseline-ended';
      readonly name: string;
      /** `no-time`: the time for all of them was over before it said anything. */
      readonly outcome: BaselineRecord['outcome'] | 'no-time';
      readonly ms: number;
      readonly why?: string;
      /** When it was run, where another session has done that on the same tree. */
      readonly knownSince?: Timestamp;
    }
  /** Progress of a large checkpoint or rescue: how many files were scanned for secrets, or stored, so far. */
  | (OfPhase & {
      readonly type: 'taking';
      readonly step: 'searched' | 'stored';
      readonly done: number;
      readonly of: number;
    })
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
      /** What stands behind the phase, if it closes one as done; absent if not. */
      readonly checked?: Checked;
      /** Phases at work that it makes pointless, as another round begins with them: they are stopped. Absent if there are none. */
      readonly over?: readonly PhaseId[];
      /** How long it took until the ref moved. */
      readonly ms: number;
    };

/** `phase` says whose it is; it may be absent where only one can be at work. */
interface OfPhase {
  readonly phase?: PhaseId;
}

/** One tool call of an agent, sent each time something about it changes. Each text is one bounded line. */
export interface AgentTool extends OfPhase {
  readonly type: 'agent-tool';
  /** The number of the call within the attempt, from 1; stays the same for the same call. */
  readonly n: number;
  readonly title: string;
  /** A word of the protocol: `read`, `edit`, `execute`, …, `other`. */
  readonly kind: string;
  /** Where it acts: relative to the working tree with `/`, or absolute if outside it; null if not told. */
  readonly path: string | null;
  readonly status: 'started' | 'ended' | 'failed';
}

/** An agent's whole plan, each time it changes. */
export interface AgentPlan extends OfPhase {
  readonly type: 'agent-plan';
  readonly done: number;
  /** The number of steps; `entries` may hold fewer. */
  readonly of: number;
  readonly entries: readonly {
    readonly text: string;
    readonly status: 'pending' | 'in-progress' | 'done';
  }[];
}
