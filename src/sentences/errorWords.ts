import type { ErrorCode, ErrorDetails } from '../base/cairnError.ts';

/** What a person reads: what is wrong and where, then what to do next. Not yet safe to print (see `plain`). */
export interface Sentence {
  readonly message: string;
  readonly hint: string | null;
}

/** Part of a table of what is said of errors. */
export type Words<C extends ErrorCode, T = string> = {
  readonly [K in C]: (details: ErrorDetails[K]) => T;
};

/** A commit as people read it. */
export const short = (commit: string): string => commit.slice(0, 12);

/** Below each other, indented. */
export const lines = (items: readonly string[]): string => items.map((item) => `\n  ${item}`).join('');
