import type { Problem } from '../../base/cairnError.ts';
import type { JournalLine } from './journal.ts';
import { newerIn, parseJournalLine } from './journal.ts';

/** The journal of a session as it was found. */
export interface FoundJournal {
  readonly lines: readonly JournalLine[];
  /** True: a line that is not the last cannot be read, so that the attempt in flight cannot be trusted [A58]. */
  readonly damaged: boolean;
  /** Lines of a newer Cairn, in order: nobody here knows what they mean, and whoever writes refuses. */
  readonly unknown: readonly Problem[];
}

/**
 * Reads a journal back. Never throws.
 *
 * @param file as it is told
 * @param texts its whole lines; what follows the last newline was being written when its writer died
 */
export function readJournal(file: string, texts: readonly string[]): FoundJournal {
  const lines: JournalLine[] = [];
  const unknown: Problem[] = [];
  let damaged = false;
  for (const [at, text] of texts.entries()) {
    const line = parseJournalLine(text);
    const newer = line === null ? newerIn(text) : null;
    if (line !== null) lines.push(line);
    else if (newer === null) damaged = true;
    else unknown.push({ file, line: at + 1, column: 1, message: newer, unknown: true });
  }
  return { lines, damaged, unknown };
}
