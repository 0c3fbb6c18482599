import { lineBehind } from '../../../model/checkpoint/lineBehind.ts';
import type { PhaseId, RepoPath } from '../../../model/names/ids.ts';
import type { Drive } from '../../drive.ts';

/** The phases that published a change of these files since the checkpoint that a slot stands on, as far as no restore undid it. */
export async function changedBeside(
  { world: { repository }, history, record }: Drive,
  paths: readonly RepoPath[],
): Promise<readonly PhaseId[]> {
  // It may stand on a commit that is no checkpoint.
  const last = history.findIndex(({ commit, parent }) => [commit, parent].includes(record.commit));
  const isStood = history[last]?.commit === record.commit;
  const since = last === -1 ? history : history.slice(0, isStood ? last : last + 1);
  const phases = new Set<PhaseId>();
  for (const { commit, parent, trailers } of lineBehind(since, ({ trailers: step }) => step)) {
    // What a restore brings back is of those who made it, not of the phase that it is named after.
    if (parent === null || trailers.kind === 'restore') continue;
    const isNews = trailers.phase !== null && !phases.has(trailers.phase);
    if (isNews && (await repository.changes(parent, commit, paths)).length > 0) phases.add(trailers.phase);
  }
  return [...phases].reverse();
}
