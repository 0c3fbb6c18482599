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
    if (parent === null) continue;
    const isNews = trailers.phase !== null && !phases.has(trailers.phase);
    if (isNews && (await repository.changes(parent, commit, paths)).length > 0) phases.add(trailers.phase);
    // It may stand on a commit that is no checkpoint.
    if (parent === record.commit) break;
  }
  return [...phases].reverse();
}
