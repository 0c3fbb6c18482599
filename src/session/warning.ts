import type { ErrorDetails } from '../base/cairnError.ts';
import type { SessionTrace } from '../base/sessionTrace.ts';

type Of<W extends string, F = unknown> = { readonly warning: W } & Readonly<F>;

/** What a person should know of a session that holds nothing up, as facts. */
export type Warning =
  | Of<'damaged', { damage: ErrorDetails['data/missing-object'] }>
  | Of<'renamed', { session: string; trace: SessionTrace }>
  /** `line`: the first that is wrong. */
  | Of<'newer-schema', { file: string }>
  | Of<'unreadable', { file: string; line: Line | null }>
  | Of<'unknown-words', { file: string; line: Line | null }>
  | Of<'unknown-state', { state: string }>
  | Of<'unknown-status', { status: string; phase: string }>
  | Of<'not-trusted-here'>
  /** What is odd about its history. */
  | Of<'history', { what: string }>
  | Of<'remote-moved', { remote: string; commit: string; relation: 'behind' | 'diverged' }>
  | Of<'artifact-deleted', { path: string; phase: string }>
  | Of<'workflow-differs', { file: string; over: boolean; session: string; workflow: string }>
  | Of<'workflow-edited', { path: string; plan: 'same' | 'changed' }>
  | Of<'workflow-invalid', { path: string; line: Line | null }>
  | Of<'other-agent', { phase: string; before: string; differences: readonly string[] }>
  | Of<'added-much', { bytes: number; limit: number }>
  /** The worktree does not stand on the tip. `trusted`: a resume goes on from there without a question. */
  | Of<'head-elsewhere', { session: string; found: string | null; tip: string; trusted: boolean }>;

interface Line {
  readonly line: number;
  readonly message: string;
}
