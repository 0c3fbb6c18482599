import type { ErrorCode, ErrorDetails } from '../base/cairnError.ts';

/** What a person reads: what is wrong and where, then what to do next. Not yet safe to print (see `plain`). */
export interface Sentence {
  readonly message: string;
  readonly hint: string | null;
}

/** Errors of which an edge says in its own words what is wrong: they name what was typed, or chosen. */
export type OwnMessage = 'usage/invalid' | 'usage/inside-phase' | 'usage/not-possible';

/** Errors after which a person does at a terminal something else than in a window. */
export type OwnHint =
  | OwnMessage
  | 'usage/unknown-session'
  | 'usage/unknown-phase'
  | 'usage/no-session'
  | 'usage/several-sessions'
  | 'usage/new-request'
  | 'usage/session-used'
  | 'workflow/not-found'
  | 'lease/held'
  | 'lease/overtaken'
  | 'data/corrupt'
  | 'data/newer-schema'
  | 'data/unknown-word'
  | 'data/missing-object'
  | 'data/unsafe-tree'
  | 'data/untrusted-tip'
  | 'data/untrusted-commands'
  | 'data/effect-changed'
  | 'data/effect-in-doubt'
  | 'data/restore-failed'
  | 'data/violations'
  | 'repo/plan-changed'
  | 'repo/behind-remote'
  | 'repo/head-moved'
  | 'repo/tree-changed'
  | 'repo/branch-refused'
  | 'repo/land-conflict'
  | 'repo/nested-work'
  | 'git/not-a-repository'
  | 'git/disk-full'
  | 'machine/agent-not-found'
  | 'machine/runner-died'
  | 'internal/unexpected';

/** Part of a table of what is said of errors. */
export type Words<C extends ErrorCode, T = string> = {
  readonly [K in C]: (details: ErrorDetails[K]) => T;
};

/** What an edge says itself: a missing one does not compile. */
export interface OwnWords {
  readonly messages: Words<OwnMessage>;
  readonly hints: Words<OwnHint, string | null>;
}

/** A commit as people read it. */
export const short = (commit: string): string => commit.slice(0, 12);

/** Below each other, indented. */
export const lines = (items: readonly string[]): string => items.map((item) => `\n  ${item}`).join('');
