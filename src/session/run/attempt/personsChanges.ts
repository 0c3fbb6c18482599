import type { Checkpoint } from '../../../model/checkpoint/checkpoint.ts';
import { editsSince } from '../../../model/checkpoint/editsSince.ts';
import type { PhaseRecord } from '../../../model/checkpoint/phaseRecord.ts';
import type { CommitId, TreeId } from '../../../model/names/ids.ts';
import { joinChanges, type FileChange } from '../../../model/checkpoint/joinChanges.ts';
import type { Drive } from '../../drive.ts';
import { restingTree } from '../../record/heldWork.ts';
import { workChanges } from '../../record/workChanges.ts';

type At = Pick<Drive, 'world' | 'session' | 'record' | 'history'>;

/**
 * What a person changed since the phase before was closed: between phases, between the attempts of this one, and of its work if
 * they mended what is published next.
 */
export async function changedByPerson(
  drive: At,
  { edited = [] }: PhaseRecord,
  mended: readonly FileChange[],
): Promise<readonly FileChange[]> {
  return joinChanges([...(await editsIn(drive, editsSince(drive.history))), edited, mended]);
}

/** What was changed of the work that rests in a working tree; to be asked before that is merged with anything. */
export const mendedIn = async (drive: At, tree: TreeId): Promise<readonly FileChange[]> =>
  changesBetween(drive, await restingTree(drive.world.repository, drive.record), tree);

/** What these `edit` checkpoints changed; oldest first. */
export async function editsIn(
  drive: Pick<At, 'world' | 'session'>,
  edits: readonly Checkpoint[],
): Promise<readonly (readonly FileChange[])[]> {
  const steps: (readonly FileChange[])[] = [];
  // If this clone does not reach back that far, the changes of the oldest one are unknown.
  for (const { parent, commit } of edits)
    if (parent !== null) steps.push(await changesBetween(drive, parent, commit));
  return steps;
}

/** What differs between two trees besides the engine's records. */
export async function changesBetween(
  { world, session }: Pick<At, 'world' | 'session'>,
  from: CommitId | TreeId,
  to: CommitId | TreeId,
): Promise<readonly FileChange[]> {
  const changes = await workChanges(world.repository, session, from, to);
  return changes.map(({ path, kind }) => ({ path, change: kind }));
}
