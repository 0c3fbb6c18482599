import type { ErrorCode, ErrorDetails } from '../base/cairnError.ts';

/** What a person reads: what is wrong and where, then what to do next. Not safe to print yet (see `plain`). */
export interface Sentence {
  readonly message: string;
  readonly hint: string | null;
}

/** Part of the table of words for errors. */
export type Words<C extends ErrorCode, T = string> = {
  readonly [K in C]: (details: ErrorDetails[K]) => T;
};

/** A commit as people read it. */
export const short = (commit: string): string => commit.slice(0, 12);

/** One item per line, indented. */
export const lines = (items: readonly string[]): string => items.map((item) => `\n  ${item}`).join('');
