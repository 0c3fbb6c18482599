import { CairnError } from '../base/cairnError.ts';

/** What belongs to people in a STATUS.md: from the first line `## Notes` down, byte for byte; `## Notes\n` when missing. */
export function notesOf(_text: string): string {
  throw new CairnError('internal/unexpected', { what: 'not built yet' });
}
