import { holdsMarkers, labelsOf } from '../../../model/merge/markers.ts';
import type { PhaseId, TreeId } from '../../../model/names/ids.ts';
import type { AtTip } from '../../drive.ts';
import { decode } from '../../record/text.ts';

/** Larger files are not looked through. Bytes. */
const MOST_READ = 4_000_000;

/** Why a phase is not done where a merge has left marks of it that nobody has resolved; found in the files, whoever forgot them. */
export async function openMarkers(
  { world, record }: AtTip,
  phase: PhaseId,
  tree: TreeId,
): Promise<readonly string[]> {
  if (record.slot === undefined) return [];
  const { repository } = world;
  const reasons: string[] = [];
  for (const { path, after } of await repository.changes(record.tree, tree)) {
    if (after === null || (after.mode !== '100644' && after.mode !== '100755')) continue;
    const bytes = await repository.readBlob(after.blob);
    if (bytes.length <= MOST_READ && holdsMarkers(decode(bytes), labelsOf(phase)))
      reasons.push(`${path} still has the marks of a merge that was not resolved`);
  }
  return reasons;
}
