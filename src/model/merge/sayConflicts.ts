import { listed } from '../../base/listed.ts';
import type { PhaseId } from '../names/ids.ts';
import type { MergeConflict } from './conflict.ts';
import { conflictLine } from './conflictWords.ts';

/** More than these say nothing that the files do not. */
const MOST = 20;

/** Why work does not merge, for a prompt, a question and a record: a line for each place. */
export function sayConflicts(
  phase: PhaseId,
  conflicts: readonly MergeConflict[],
  beside: readonly PhaseId[],
): readonly string[] {
  const others = beside.length === 0 ? 'what was published beside it' : listed(beside, 5);
  const lines = conflicts.map(conflictLine);
  const first = `the work of ${phase} does not merge with ${others}: ${lines[0] ?? ''}`;
  return [first, ...lines.slice(1, MOST)];
}
