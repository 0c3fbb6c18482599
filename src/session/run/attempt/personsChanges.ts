import type { Checkpoint } from '../../../model/checkpoint/checkpoint.ts';
import type { CommitId, TreeId } from '../../../model/names/ids.ts';
import { joinChanges, type FileChange } from '../../../model/checkpoint/joinChanges.ts';
import { isRecordFile } from '../../../model/names/places.ts';
import type { Drive } from '../../drive.ts';

/**
 * What a person changed: in these `edit` checkpoints, oldest first, and since the tip if they mended what is published next.
 */
export async function personsChanges(
  { world: { repository }, session, record }: Pick<Drive, 'world' | 'session' | 'record'>,
  edits: readonly Checkpoint[],
  mended: TreeId | null,
): Promise<readonly FileChange[]> {
  const between = async (from: CommitId | TreeId, to: CommitId | TreeId): Promise<readonly FileChange[]> =>
    (await repository.changes(from, to))
      .filter(({ path }) => !isRecordFile(session, path))
      .map(({ path, kind }) => ({ path, change: kind }));
  const steps: (readonly FileChange[])[] = [];
  // If this clone does not reach back that far, the changes of the oldest one are unknown.
  for (const { parent, commit } of edits) if (parent !== null) steps.push(await between(parent, commit));
  if (mended !== null) steps.push(await between(record.tree, mended));
  return joinChanges(steps);
}
