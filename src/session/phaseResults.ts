import type { PhaseRecord } from '../model/checkpoint/phaseRecord.ts';
import type { Skipped } from '../model/graph/planNext.ts';
import type { CommitId, PhaseId, SessionId, Timestamp } from '../model/names/ids.ts';
import type { Checked } from '../model/status/statusWords.ts';
import type { Usage } from '../model/attempt/usage.ts';

/** What decides about a phase besides what it needs, each condition as a line. */
export interface PhaseConditions {
  readonly phase: PhaseId;
  /** When it runs; null: always. */
  readonly when: string | null;
  /** When nothing runs after it; null: never. */
  readonly stop: string | null;
  /** The phases that it sends the work back to, until when, and at most how many rounds there are. */
  readonly loop: { readonly to: readonly PhaseId[]; readonly until: string; readonly max: number } | null;
}

/** A phase as `status` shows it. */
export interface PhaseView {
  readonly number: number;
  readonly id: PhaseId;
  /** Null if it has none, or one that only the items of its list can fill. */
  readonly title: string | null;
  /** The list for whose items it will be repeated; absent unless that list is not read yet, or is empty. */
  readonly forEach?: { readonly file: string; readonly at: string };
  readonly status: string;
  /** What stands behind it once it is done; null before, and where nobody wrote it down. */
  readonly checked: Checked | null;
  /** 1 until a loop opens it again. */
  readonly round: number;
  readonly attempt: number;
  /** The phases that it needs; empty once it is in the plan no more. */
  readonly needs: readonly PhaseId[];
  /** Why it is skipped; absent unless it is. */
  readonly skipped?: Skipped;
  readonly artifacts: readonly { readonly path: string; readonly present: boolean; readonly bytes: number }[];
  readonly updated: Timestamp | null;
  /** The checkpoint that closed it, or else its newest one; null before any. */
  readonly commit: CommitId | null;
  /** Where its work is while it is not done: a commit with its files, and the checkpoint that its attempt began on. */
  readonly held?: { readonly commit: CommitId; readonly base: CommitId };
  /** Absolute path of the working tree in which its work lies; absent where that is the session's, or there is none here. */
  readonly worktree?: string;
  /** The session of that checkpoint; only if this one was forked off later. */
  readonly inheritedFrom?: SessionId;
  readonly checks: readonly {
    readonly name: string;
    readonly outcome: 'passed' | 'failed' | 'broke';
    /** What it had said before anything was changed; absent where that is not known. */
    readonly before?: 'passed' | 'failed' | 'broke';
    /** Files by which what it runs was changed in this session; absent where none was. */
    readonly changed?: readonly string[];
    /** Why it could not run to a verdict; only if it broke. */
    readonly why?: string;
  }[];
  /** What did not hold: its gate, or the setup of the worktree before any agent; null if it is not blocked. */
  readonly blockedBy: 'gate' | 'setup' | null;
  /** Why it is blocked, in words. */
  readonly reasons: readonly string[];
  readonly notCaptured: readonly { readonly path: string; readonly why: string }[];
  /** Who does it or did it last; during an attempt, what is known so far; null before any. */
  readonly agent: PhaseRecord['agent'];
  /** Over all its attempts, including those since the last checkpoint, as far as their agents told; null if none did. */
  readonly usage: Usage | null;
  /** Absolute path of the output of the newest attempt's agent (or of a failed setup) on this machine, or null. */
  readonly output: string | null;
}

/** `to: null` = the working tree. Paths of STATUS.md, PACKET.md, LEDGER.md, phase.json and effects.json are left out. */
export interface PhaseDiff {
  readonly session: SessionId;
  readonly phase: PhaseId | null;
  readonly from: CommitId;
  readonly to: CommitId | null;
  readonly root: string | null;
  readonly changed: readonly { readonly path: string; readonly change: 'added' | 'modified' | 'deleted' }[];
  readonly notCaptured: readonly { readonly path: string; readonly why: string }[];
}
