import type { CheckpointKind } from '../model/checkpoint.ts';
import type { PermissionRequest } from '../model/permissionRequest.ts';
import type { CommitId, PhaseId, SessionId } from '../model/ids.ts';

/** A line of what is going on, for a terminal or a window that watches. Values only, JSON-safe. */
export type Progress =
  | { readonly type: 'opened'; readonly session: SessionId; readonly root: string; readonly branch: string }
  | { readonly type: 'told'; readonly text: string }
  | { readonly type: 'setup'; readonly command: string }
  | {
      readonly type: 'attempt';
      readonly phase: PhaseId;
      /** Its 1-based place in the phase table, and how many phases that has. */
      readonly number: number;
      readonly of: number;
      readonly attempt: number;
      readonly agent: string;
      readonly because: string | null;
      readonly output: string;
    }
  | { readonly type: 'agent-line'; readonly text: string }
  /** An agent at work waits for a person; `asked` with the same id follows when it does no more. */
  | { readonly type: 'asks'; readonly request: PermissionRequest }
  | { readonly type: 'asked'; readonly id: string }
  | { readonly type: 'agent-ended'; readonly phase: PhaseId; readonly outcome: string; readonly ms: number }
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
    };
