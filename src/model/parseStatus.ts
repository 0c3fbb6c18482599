import { CairnError } from '../base/cairnError.ts';
import type { Result } from '../base/result.ts';
import type { RecordProblem } from './recordProblem.ts';
import type { Status } from './status.ts';

/** Reads STATUS.md, strictly: whatever the engine would not have written is a problem with its line. Never throws. */
export function parseStatus(_file: string, _text: string): Result<Status, RecordProblem> {
  throw new CairnError('internal/unexpected', { what: 'not built yet' });
}
