import { listed } from '../../base/listed.ts';
import type { CommitId, PhaseId } from '../names/ids.ts';
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

/** The question to a person whose word decides what holds. */
export function askWhatHolds(reasons: readonly string[]): string {
  const said = reasons.join('; ');
  const begins = said.slice(0, 1).toUpperCase() + said.slice(1);
  return `${begins}. Answer with what should hold, and the next attempt, which finds both, does that; or resolve it yourself in its worktree, and answer then.`;
}

/** Where git has no place for marks it takes one side: in which commit each of them is, for a prompt. */
export function sayWhereSidesAre(
  phase: PhaseId,
  { held, published }: { readonly held: CommitId; readonly published: CommitId },
): string {
  const [own, theirs] = [held, published].map((commit) => `\`git show ${commit.slice(0, 12)}:<path>\``);
  return `where there are no marks, one side lies there: that of ${phase} is in ${own}, the other one in ${theirs}`;
}
