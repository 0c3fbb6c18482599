import type { RepoPath } from '../../model/names/ids.ts';
import { roundFolder } from '../../model/names/places.ts';
import type { StatusRow } from '../../model/status/status.ts';
import type { ArtifactRule } from '../../model/workflow/workflow.ts';
import type { Objects } from '../ports.ts';
import type { SessionRecord } from './sessionRecord.ts';

/**
 * Whether what a phase promises need not change again: outside of its folder it is there already in a round after one in which the
 * phase published it. One that was skipped, stopped or held in all rounds before has handed in nothing.
 */
export async function mayStay(
  repository: Objects,
  { session, tree }: Pick<SessionRecord, 'session' | 'tree'>,
  { number, phase, round }: Pick<StatusRow, 'number' | 'phase' | 'round'>,
): Promise<(rule: Pick<ArtifactRule, 'path'>) => boolean> {
  for (let before = round - 1; before > 0; before -= 1) {
    const ledger = `${roundFolder(session, number, phase, before)}/LEDGER.md`;
    const isThere = (await repository.entry(tree, ledger as RepoPath)) !== null;
    if (isThere) return ({ path }) => path.startsWith('/');
  }
  return () => false;
}
