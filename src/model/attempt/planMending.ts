import type { PhaseId } from '../names/ids.ts';
import type { JournalLine } from './journal.ts';
import { readAttempts } from './openAttempt.ts';

/** An attempt by its number. */
export interface AttemptName {
  readonly phase: PhaseId;
  readonly attempt: number;
}

/** What repairs a journal with damaged lines. */
export interface Mending {
  /** The attempt in flight; nobody knows how far it got. */
  readonly open: AttemptName | null;
  /** Attempts whose beginning cannot be read but which left a trace: their numbers are taken. */
  readonly lost: readonly AttemptName[];
}

/**
 * Which attempts a damaged journal gives up.
 *
 * @param rows the attempts of each phase as the tip counts them
 * @param outputs the attempts that have a folder of output, which is made before an attempt begins
 */
export function planMending(
  lines: readonly JournalLine[],
  rows: readonly AttemptName[],
  outputs: readonly AttemptName[],
): Mending {
  const { open, highest } = readAttempts(lines);
  const lost = rows.flatMap(({ phase, attempt }) => {
    const known = Math.max(attempt, highest.get(phase) ?? 0);
    const traces = [...outputs, ...namedIn(lines)]
      .filter((one) => one.phase === phase)
      .map((one) => one.attempt);
    return [...new Set(traces)]
      .filter((number) => number > known)
      .sort((a, b) => a - b)
      .map((number) => ({ phase, attempt: number }));
  });
  return { open: open === null ? null : { phase: open.phase, attempt: open.attempt }, lost };
}

/** Attempts mentioned by a line other than the one that began them. */
function namedIn(lines: readonly JournalLine[]): readonly AttemptName[] {
  return lines.flatMap((line) => {
    if (line.type === 'note-taken') return [{ phase: line.phase, attempt: line.attempt }];
    const [, folder] = line.type === 'agent-ended' ? (line.transcript?.path.split('/') ?? []) : [];
    return folder === undefined ? [] : (attemptIn(folder) ?? []);
  });
}

/** The attempt that an output folder belongs to, by its name; null for other folders, such as the setup's. */
export function attemptIn(folder: string): AttemptName | null {
  const [, phase, number] = /^([a-z][a-z0-9-]*)-([1-9]\d{0,8})$/.exec(folder) ?? [];
  return phase === undefined ? null : { phase: phase as PhaseId, attempt: Number(number) };
}
