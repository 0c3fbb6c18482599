import { CairnError, type ErrorCode, type ErrorDetails } from '../base/cairnError.ts';
import { refusedBySystem } from '../host/refusedBySystem.ts';
import type { Notice } from '../session/notice.ts';
import type { Progress } from '../session/progress.ts';
import type { SaidOutcome } from '../sentences/outcomeSentence.ts';

/** A thrown error as it crosses from the runner to whoever follows it. */
export interface ErrorValue {
  readonly code: ErrorCode;
  readonly details: ErrorDetails[ErrorCode];
}

/** What a runner says: everything that happens, and as its very last word an outcome or an error. */
export type RunNews =
  | Happening
  | { readonly type: 'outcome'; readonly outcome: SaidOutcome }
  | { readonly type: 'error'; readonly error: ErrorValue };

/** What a run says until its last word. */
export type Happening = Exclude<Progress, { readonly type: 'told' }> | Told;

/** A notice with its sentence, for whoever reads the file; a runner of an older version wrote that alone. */
interface Told {
  readonly type: 'told';
  readonly text: string;
  readonly notice?: Notice;
  readonly kept?: true;
}

/** A line of `events.jsonl`; `at` is a UTC time as `2026-11-20T10:01:22.123Z`. */
export type RunEvent = RunNews & { readonly at: string };

/** True for the last word of a run. */
export function isLastWord(event: RunNews): event is Extract<RunNews, { type: 'outcome' | 'error' }> {
  return event.type === 'outcome' || event.type === 'error';
}

/** Whatever was thrown, as a value that JSON can carry. */
export function toErrorValue(error: unknown): ErrorValue {
  const known = error instanceof CairnError ? error : refusedBySystem(error);
  if (known !== null) return { code: known.code, details: known.details };
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: 'internal/unexpected', details: { what } };
}

/** The error that a runner threw, to be thrown again on this side. */
export function fromErrorValue(value: ErrorValue): CairnError {
  return new CairnError(value.code, value.details);
}
