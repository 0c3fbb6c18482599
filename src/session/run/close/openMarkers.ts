import { holdsMarkers, labelsOf } from '../../../model/merge/markers.ts';
import type { PhaseId, TreeId } from '../../../model/names/ids.ts';
import type { AtTip } from '../../drive.ts';

/** The labels of marks are ASCII: a letter for each byte is enough, whatever the file is encoded in. */
const BYTES = new TextDecoder('latin1');

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
    const text = BYTES.decode(await repository.readBlob(after.blob));
    if (holdsMarkers(text, labelsOf(phase)))
      reasons.push(`${path} still has the marks of a merge that was not resolved`);
  }
  return reasons;
}
