/** The values that the use cases answer with: the `--json` output, but for what an edge puts into words there. */
import type { ForkPoint } from '../model/checkpoint/checkpoint.ts';
import type { CommitId, PhaseId, RefName, SessionId, Timestamp } from '../model/names/ids.ts';
import type { PermissionRequest } from '../model/agent/permissionRequest.ts';
import type { SteerNote } from '../model/agent/steerNote.ts';
import type { PhaseRecord } from '../model/checkpoint/phaseRecord.ts';
import type { Usage } from '../model/attempt/usage.ts';
import type { Stopped } from './stopped.ts';
import type { Warning } from './warning.ts';
import type { Isolation } from '../model/workflow/workflow.ts';

export type * from './restoreResults.ts';
export type * from './agentsFound.ts';

/** Where `start` or `resume` stopped. */
export interface Outcome {
  readonly session: SessionId;
  readonly reason:
    | 'completed'
    | 'paused'
    | 'waiting'
    | 'blocked'
    | 'cancelled'
    | 'interrupted'
    | 'lease-held';
  readonly seq: number;
  readonly state: string;
  readonly phase: PhaseId | null;
  readonly commit: CommitId | null;
  readonly stopped: Stopped;
  /** A resume that finds the session waiting: which files changed since the question was asked. */
  readonly changed?: readonly { readonly path: string; readonly change: 'added' | 'modified' | 'deleted' }[];
  /** The same in place with HEAD where nothing can be approved or captured: the git command that goes back. */
  readonly elsewhere?: {
    readonly was: string;
    readonly now: string;
    readonly back: string;
    /** It is what was asked, too: it is said once. */
    readonly isQuestion: boolean;
  };
}

/** What an act (`approve reject answer cancel stop delete fork land`) left behind; of a fork: the new session. */
export interface ActResult {
  readonly session: SessionId;
  readonly seq: number;
  readonly commit: CommitId | null;
  readonly state: string;
}

export interface StatusView {
  readonly schema: 1;
  readonly session: SessionId;
  readonly title: string;
  readonly workflow: string;
  readonly branch: string;
  /** Absolute path of the working tree, or null where this machine has none yet. */
  readonly worktree: string | null;
  readonly isolation: Isolation;
  /**
   * A stored state, or `interrupted` / `paused` when nobody drives a running session, `damaged` when a power loss took
   * objects or the ref of its tip, `unknown` for any other word.
   */
  readonly state: string;
  readonly seq: number;
  readonly next: PhaseId | null;
  readonly plan: string;
  /** `<session>@<seq>` of the checkpoint that it begins on; only of a fork. */
  readonly forkedFrom?: string;
  /** Number of files in the working tree that differ from the tip and that the next checkpoint would take. */
  readonly leftovers: number;
  readonly phases: readonly PhaseView[];
  readonly rescues: readonly RescueView[];
  /** What its checkpoints and rescues added to the repository, as git stores it; null: this clone cannot say. */
  readonly addedBytes: number | null;
  /** Over all phases, as far as their agents said it; null where none did. */
  readonly usage: Usage | null;
  /** When its first checkpoint was made, whoever has gone on with it since; left out where this clone has not that one. */
  readonly opened?: Timestamp;
  /** How long agents worked, over all attempts of all phases. Milliseconds; left out where nobody measured it. */
  readonly workedMs?: number;
  readonly effects: { readonly done: number; readonly failed: number; readonly inDoubt: number };
  /** Effects of which nobody knows whether they happened, oldest first: a person has to say. */
  readonly doubts: readonly {
    readonly key: string;
    readonly command: readonly string[];
    readonly at: Timestamp;
    /** The phase that wanted it; null: a person did. */
    readonly phase: PhaseId | null;
    /** Nobody began it here: its phase was at work elsewhere. `at` is when it was asked for. */
    readonly elsewhere?: true;
  }[];
  readonly warnings: readonly Warning[];
  /**
   * What writes would refuse: a newer Cairn wrote it (`newer-schema`), or a record of it cannot be read (`unreadable`; a
   * restore to a checkpoint that can be read is possible). The first warning says which. Left out: neither.
   */
  readonly readOnly?: 'newer-schema' | 'unreadable';
  /** True: the tip was not published from here, a resume goes on from it only when it is told to trust it. */
  readonly untrusted?: boolean;
  /** True: what it would run is not trusted in this clone, a resume shows that and asks first. The warnings say so. */
  readonly asksTrust?: boolean;
  /** The open question or what is missing, in words; null when nobody is waited for. */
  readonly question: {
    readonly text: string;
    readonly options: readonly string[];
    readonly kind: 'approval' | 'packet' | 'question' | 'work' | 'permission';
    /** In place with HEAD elsewhere: the git command that must come before all else, as typed. */
    readonly back?: string;
    /** Work whose workflow does not say that a person does it: an agent may, once one is found. */
    readonly handOver?: true;
  } | null;
  /** What the agent at work waits for a person to allow, oldest first. */
  readonly permissions: readonly PermissionRequest[];
  /** What people told it that no prompt has held yet, oldest first. */
  readonly notes: readonly Pick<SteerNote, 'at' | 'by' | 'text'>[];
  /** The provider of the agent refuses for now: the next attempt begins then. Left out: it waits for none. */
  readonly waitsUntil?: Timestamp;
  /** Who drives it now, in words; null when nobody does. */
  readonly drivenBy: string | null;
}

export interface PhaseView {
  readonly number: number;
  readonly id: PhaseId;
  readonly title: string | null;
  readonly status: string;
  readonly attempt: number;
  readonly artifacts: readonly { readonly path: string; readonly present: boolean; readonly bytes: number }[];
  readonly updated: Timestamp | null;
  /** The checkpoint that closed it, else its newest one; null before any. */
  readonly commit: CommitId | null;
  /** The session of that checkpoint; only where this one was forked off later. */
  readonly inheritedFrom?: SessionId;
  readonly checks: readonly {
    readonly name: string;
    readonly outcome: 'passed' | 'failed' | 'broke';
    /** Why it could not say anything; only of one that broke. */
    readonly why?: string;
  }[];
  /** What did not hold: its gate, or the setup of the worktree before any agent; null when it is not blocked. */
  readonly blockedBy: 'gate' | 'setup' | null;
  /** Why it is blocked, in words. */
  readonly reasons: readonly string[];
  readonly notCaptured: readonly { readonly path: string; readonly why: string }[];
  /** Who does it or did it last: of an attempt under way what is known by now; null before any. */
  readonly agent: PhaseRecord['agent'];
  /** Over all its attempts, those since the last checkpoint too, as far as their agents said it; null where none did. */
  readonly usage: Usage | null;
  /** Absolute path of what the newest attempt's agent (or a setup that failed) printed on this machine, or null. */
  readonly output: string | null;
}

/** What this machine holds of what an attempt said; `errors`: of a standard error beside it that is not empty. */
export interface AttemptOutput {
  readonly attempt: number;
  readonly agent: boolean;
  readonly errors: boolean;
}

export interface PhaseOutput {
  /** Absolute: the output of the agent. */
  readonly file: string;
  readonly text: string;
  /** Files of which only the end is in the text; sizes in bytes. */
  readonly cut: readonly { readonly file: string; readonly bytes: number }[];
}

export interface RescueView {
  readonly number: number;
  readonly ref: RefName;
  readonly at: Timestamp;
  readonly why: string;
  readonly files: number;
}

export interface SessionSummary {
  readonly session: SessionId;
  readonly title: string;
  readonly workflow: string;
  readonly state: string;
  readonly seq: number;
  readonly next: PhaseId | null;
  readonly updated: Timestamp;
  readonly branch: string;
  /** `<session>@<seq>` of the checkpoint that it begins on; only of a fork. */
  readonly forkedFrom?: string;
  /** A process of this machine drives it right now. */
  readonly driven: boolean;
  /** True: only on a remote-tracking branch. */
  readonly remote: boolean;
  /** What is damaged and which checkpoint is the last good one; only where the state is `damaged`. */
  readonly problem?: Warning;
}

export interface LogEntry {
  readonly seq: number;
  /** A checkpoint kind, or an unknown word of a newer version as found. */
  readonly kind: string;
  readonly phase: PhaseId | null;
  readonly attempt: number | null;
  readonly state: string;
  readonly commit: CommitId;
  readonly at: Timestamp;
  readonly by: string;
  readonly subject: string;
  /** True: a later restore went back behind it. */
  readonly superseded: boolean;
  /** Only of a fork: the session that it begins on, and its checkpoints up to there, oldest first. */
  readonly forkedFrom?: ForkPoint & { readonly log: readonly LogEntry[] };
}

/** `to: null` = the working tree. Paths of STATUS.md, PACKET.md, phase.json and effects.json are left out. */
export interface PhaseDiff {
  readonly session: SessionId;
  readonly phase: PhaseId | null;
  readonly from: CommitId;
  readonly to: CommitId | null;
  readonly root: string | null;
  readonly changed: readonly { readonly path: string; readonly change: 'added' | 'modified' | 'deleted' }[];
  readonly notCaptured: readonly { readonly path: string; readonly why: string }[];
}
