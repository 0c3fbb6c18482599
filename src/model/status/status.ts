import type { CommitId, PhaseId, SessionId, Timestamp } from '../names/ids.ts';
import type { Schema } from '../parsing/schema.ts';
import type { Isolation } from '../workflow/workflow.ts';

export const SESSION_STATES = ['running', 'waiting', 'blocked', 'done', 'cancelled'] as const;
export type SessionState = (typeof SESSION_STATES)[number];

/** What a row may say in the working tree while a phase goes. */
export const PHASE_STATUSES = [
  'pending',
  'running',
  'checking',
  'waiting',
  'done',
  'blocked',
  'interrupted',
  'cancelled',
] as const;
export type PhaseStatus = (typeof PHASE_STATUSES)[number];

/** A word for those who only show it: one that this version does not know is `unknown`, whatever it says. */
export const shownState = (word: string | null): SessionState | 'unknown' =>
  SESSION_STATES.find((known) => known === word) ?? 'unknown';
export const shownStatus = (word: string): PhaseStatus | 'unknown' =>
  PHASE_STATUSES.find((known) => known === word) ?? 'unknown';

/** What a row may say in a checkpoint. */
export const COMMITTED_STATUSES = ['pending', 'waiting', 'done', 'blocked', 'cancelled'] as const;
export type CommittedStatus = (typeof COMMITTED_STATUSES)[number];

/** STATUS.md as a value (format, section 5). */
export interface Status {
  readonly schema: Schema;
  readonly session: SessionId;
  readonly title: string;
  readonly workflow: string;
  /** `sha256:` + 64 hexadecimal digits. */
  readonly plan: string;
  readonly branch: string;
  readonly isolation: Isolation;
  readonly base: CommitId;
  readonly seq: number;
  readonly state: SessionState;
  /** The phase that is worked on or comes next; null when none does. */
  readonly next: PhaseId | null;
  readonly updated: Timestamp;
  readonly rows: readonly StatusRow[];
  /** From the `## Notes` line to the end of the file, byte for byte. */
  readonly notes: string;
}

export interface StatusRow {
  /** The phase's folder number, fixed for the session's life. */
  readonly number: number;
  readonly phase: PhaseId;
  readonly status: PhaseStatus;
  /** 0 while the phase has not been tried. */
  readonly attempt: number;
  readonly artifacts: { readonly present: number; readonly promised: number };
  readonly updated: Timestamp | null;
}
