import type { CheckRecord } from '../phaseRecord.ts';

/** How a check's process ended, as far as the verdict cares. */
export interface CheckEnd {
  readonly kind: 'exited' | 'signalled' | 'timed-out' | 'cancelled' | 'not-started';
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/**
 * The exit codes by which a shell says that it could not run the command at all: 126 (may not be
 * executed), 127 (not found), and 9009, which is how cmd.exe says 127.
 */
const COULD_NOT_RUN = new Set([126, 127, 9009]);

/** Tells a check that said no from one that could not say anything (format, section 10). */
export function classifyCheck(end: CheckEnd): CheckRecord['outcome'] {
  if (end.kind !== 'exited' || end.signal !== null || end.exitCode === null) return 'broke';
  if (COULD_NOT_RUN.has(end.exitCode)) return 'broke';
  return end.exitCode === 0 ? 'passed' : 'failed';
}
