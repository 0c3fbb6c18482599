import type { BlobId, PhaseId, SessionId, Timestamp, TreeId } from '../names/ids.ts';
import type { Schema } from '../parsing/schema.ts';
import type { CommittedStatus } from '../status/statusWords.ts';
import type { SteerNote } from '../agent/steerNote.ts';

/** `phase.json` (FORMAT.md, *A checkpoint*): what happened in a phase, for machines. */
export interface PhaseRecord {
  readonly schema: Schema;
  readonly session: SessionId;
  readonly phase: PhaseId;
  readonly seq: number;
  readonly attempt: number;
  readonly status: CommittedStatus;
  readonly began: Timestamp | null;
  readonly ended: Timestamp | null;
  readonly agent: {
    readonly kind: string;
    readonly name: string;
    readonly version: string | null;
    /** The version of the adapter through which it was reached, where one is between. */
    readonly adapter?: string;
    readonly model?: string;
    /** The mode that it worked in, as it calls it. */
    readonly mode?: string;
  } | null;
  /** How the last attempt's agent ended (`AgentOutcome.kind`), or null before any. */
  readonly outcome: string | null;
  /** What the agent said last when it had completed, shortened. */
  readonly finalText?: string;
  readonly artifacts: readonly ArtifactRecord[];
  /** Promised artifacts that were there before the first attempt: a clone may not have that checkpoint. */
  readonly before?: readonly { readonly path: string; readonly blob: BlobId }[];
  readonly checks: readonly CheckRecord[];
  readonly approvals: readonly ApprovalRecord[];
  readonly notCaptured: readonly NotCaptured[];
  readonly normalised: readonly string[];
  readonly attempts: readonly {
    readonly attempt: number;
    readonly outcome: string;
    readonly reasons: readonly string[];
    /** Who worked; this and what follows is left out where no agent did, or by a Cairn that did not write it yet. */
    readonly agent?: string;
    /** The model that was asked for, where one was. */
    readonly requestedModel?: string;
    /** The model that it told, where it did. */
    readonly model?: string;
    /** Why it would not go on with its own session of before: it began a new one, from the packet. */
    readonly sessionExpired?: string;
  }[];
  readonly question?: Question;
  readonly effects: {
    readonly done: number;
    readonly failed: number;
    readonly inDoubt: number;
    /** How often one had happened before and was not done again; left out: never. */
    readonly replayed?: number;
  };
  /** How long agents worked, over all attempts. Milliseconds; left out where nobody measured it. */
  readonly workedMs?: number;
  /** How often an agent was prompted again in its session, as its turn had ended over what was denied; left out: never. */
  readonly promptedAgain?: number;
  /** {@link Usage} over all attempts, as far as their agents said it and whoever wrote it agrees. */
  readonly usage?: unknown;
  /** What agents asked for and what was decided, over all attempts. */
  readonly permissions?: readonly PermissionRecord[];
  /** What people told the running session, each at the attempt whose prompt first held it. */
  readonly notes?: readonly (SteerNote & { readonly attempt: number })[];
  /**
   * Of a phase that was closed, or open, before the session was forked off: the checkpoint that last wrote this record, and
   * the record's place among those, from 1, by when they were written. Gone once this session writes it anew.
   */
  readonly inherited?: { readonly session: SessionId; readonly seq: number; readonly order: number };
  /** Keys that this version does not know, kept as they were. */
  readonly [other: string]: unknown;
}

/** `path`: from the repository root. */
export interface ArtifactRecord {
  readonly path: string;
  readonly blob: BlobId;
  readonly sha256: string;
  readonly bytes: number;
}

/** `failed`: the command said no. `broke`: it could not say anything (126, 127, a signal, a time-out). */
export interface CheckRecord {
  readonly name: string;
  readonly run: string | readonly string[];
  readonly outcome: 'passed' | 'failed' | 'broke';
  readonly exitCode: number | null;
  readonly ms: number;
  /** Why it could not say anything; only of one that broke. */
  readonly why?: string;
  /** The last lines of its output. */
  readonly tail: string;
}

export interface ApprovalRecord {
  readonly decision: 'approved' | 'rejected' | 'answered';
  readonly by: string;
  readonly at: Timestamp;
  readonly comment: string | null;
  readonly artifacts: readonly { readonly path: string; readonly blob: BlobId }[];
  readonly tree: TreeId;
  /** Of a word on the packet: whether it was taken as it was written. */
  readonly packet?: 'kept' | 'edited';
}

/** `by`: `policy`, the person who was asked, or `agent`: rules of its own, and nobody was asked. */
export interface PermissionRecord {
  readonly at: Timestamp;
  readonly kind: string;
  readonly title: string;
  /** What would be run, where the call said it: secrets blanked, its middle left out where it is long. */
  readonly command?: string;
  readonly paths: readonly string[];
  readonly decision: 'allowed' | 'denied';
  readonly by: string;
}

export interface NotCaptured {
  readonly path: string;
  readonly why: string;
}

export interface Question {
  /** What the phase hands on is to be looked at: a yes answers it. Left out: a text does. */
  readonly about?: 'packet' | 'effect';
  /** The key of the effect that it is about: an answer settles it. */
  readonly effect?: string;
  readonly text: string;
  readonly options?: readonly string[];
  readonly asked: Timestamp;
}
