import type { PhaseId, RepoPath } from '../../../model/names/ids.ts';
import type { Drive } from '../../drive.ts';

/** The phases that published a change of these files since the checkpoint that a slot stands on. */
export async function changedBeside(
  { world: { repository }, history, record }: Drive,
  paths: readonly RepoPath[],
): Promise<readonly PhaseId[]> {
  const phases = new Set<PhaseId>();
  for (const { commit, parent, trailers } of history) {
    if (commit === record.commit) break;
    if (parent === null || trailers.phase === null || phases.has(trailers.phase)) continue;
    if ((await repository.changes(parent, commit, paths)).length > 0) phases.add(trailers.phase);
  }
  return [...phases].reverse();
}
