import type { ErrorDetails } from '../base/cairnError.ts';
import type { SessionTrace } from '../base/sessionTrace.ts';

type Of<W extends string, F = unknown> = { readonly warning: W } & Readonly<F>;

/** What a person should know about a session although it blocks nothing, as facts. */
export type Warning =
  | Of<'damaged', { damage: ErrorDetails['data/missing-object'] }>
  | Of<'renamed', { session: string; trace: SessionTrace }>
  /** `line`: the first wrong one. */
  | Of<'newer-schema', { file: string }>
  | Of<'unreadable', { file: string; line: Line | null }>
  | Of<'unknown-words', { file: string; line: Line | null }>
  | Of<'unknown-state', { state: string }>
  | Of<'unknown-status', { status: string; phase: string }>
  | Of<'not-trusted-here'>
  /** What is unusual in its history. */
  | Of<'history', { what: string }>
  | Of<'remote-moved', { remote: string; commit: string; relation: 'behind' | 'diverged' }>
  /** Further remote-tracking branches of the session's name, which were not compared with its branch. */
  | Of<'remotes-left', { count: number }>
  | Of<'artifact-deleted', { path: string; phase: string }>
  | Of<'workflow-differs', { file: string; over: boolean; session: string; workflow: string }>
  | Of<'workflow-edited', { path: string; plan: 'same' | 'changed' }>
  | Of<'workflow-invalid', { path: string; line: Line | null }>
  | Of<'other-agent', { phase: string; before: string; differences: readonly string[] }>
  /** The attempt has gone on for long: this is what would be lost if it ended now. */
  | Of<'long-attempt', { phase: string; minutes: number; files: number }>
  /** In STATUS.md of a further slot; they are read in that of the first one, `read`: null where there is none here. */
  | Of<'notes-unread', { path: string; read: string | null }>
  /** It passed when it ran last, and what it runs was changed by these files of the session. */
  | Of<'check-changed', { check: string; files: readonly string[] }>
  | Of<'added-much', { bytes: number; limit: number }>
  /** The worktree is not on the tip. `trusted`: a resume continues from there without asking. */
  | Of<'head-elsewhere', { session: string; found: string | null; tip: string; trusted: boolean }>;

interface Line {
  readonly line: number;
  readonly message: string;
}
