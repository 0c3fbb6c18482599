import type { CheckRecord } from '../checkpoint/phaseRecord.ts';
import { durationWords } from '../prompt/ruleWords.ts';

/** How a check's process ended, as far as the verdict cares. */
export interface CheckEnd {
  readonly kind: 'exited' | 'signalled' | 'timed-out' | 'cancelled' | 'not-started';
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Its last lines; if it could not be started, the reason. */
  readonly tail: string;
}

/**
 * Exit codes by which a shell says that it could not run the command: 126 (not executable), 127 (not found), and 9009
 * (cmd.exe's 127).
 */
const COULD_NOT_RUN: ReadonlyMap<number, string> = new Map([
  [126, 'its command may not be executed (exit code 126)'],
  [127, 'its command was not found (exit code 127)'],
  [9009, 'its command was not found (exit code 9009)'],
]);

/** Distinguishes a check that failed from one that could not run to a verdict, and tells why not. */
export function classifyCheck(
  end: CheckEnd,
  { timeoutMs }: { readonly timeoutMs: number },
): Pick<CheckRecord, 'outcome' | 'why'> {
  const why = whyItBroke(end, timeoutMs);
  if (why !== null) return { outcome: 'broke', why };
  return { outcome: end.exitCode === 0 ? 'passed' : 'failed' };
}

/** Why a check broke, if it did; for callers that pass it on. */
export const whyOf = ({ why }: Pick<CheckRecord, 'why'>): Pick<CheckRecord, 'why'> =>
  why === undefined ? {} : { why };

function whyItBroke({ kind, exitCode, signal, tail }: CheckEnd, timeoutMs: number): string | null {
  if (kind === 'timed-out') return `it timed out after ${durationWords(timeoutMs)}`;
  if (kind === 'cancelled') return 'it was cancelled';
  if (kind === 'not-started') return `it could not be started${reasonIn(tail)}`;
  if (kind === 'signalled' || signal !== null) return `it was ended by the signal ${signal ?? 'of somebody'}`;
  return exitCode === null ? 'it ended without an exit code' : (COULD_NOT_RUN.get(exitCode) ?? null);
}

function reasonIn(tail: string): string {
  const last = tail.trim().split('\n').at(-1) ?? '';
  return last === '' ? '' : `: ${last}`;
}
