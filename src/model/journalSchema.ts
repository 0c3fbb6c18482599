import { CairnError } from '../base/cairnError.ts';
import type { JournalLine } from './journal.ts';

/** Reads one line of the attempt journal; null = torn, damaged or not ours. */
export function parseJournalLine(_line: string): JournalLine | null {
  throw new CairnError('internal/unexpected', { what: 'not built yet' });
}
