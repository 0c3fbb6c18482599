import type { RepoPath, TreeId } from '../../model/names/ids.ts';
import { lyingIn, type SlotPlace } from '../drive/slotPlaces.ts';
import type { Pending } from '../ports.ts';
import { restingTree } from '../record/heldWork.ts';
import { notCapturedIn } from '../record/sessionRecord.ts';
import { workChanges } from '../record/workChanges.ts';
import type { World } from '../world.ts';

export type Changed = Pick<Pending, 'path' | 'change'>;

/** What a person changed in a working tree since the work in it was held. Writes nothing but objects. */
export async function changedSinceHeld(world: World, place: SlotPlace): Promise<readonly Changed[]> {
  const { on, work } = await lyingIn(world, place);
  const notCaptured = notCapturedIn(place.record);
  const pending = work
    .filter(({ path }) => !notCaptured.has(path))
    .map(({ path, change }) => ({ path, change }));
  const resting = await restingTree(world.repository, place.record);
  return on === resting || place.root === null
    ? pending
    : besides(world, { ...place, root: place.root }, { on, resting }, pending);
}

/** Where the index holds what the work began on, all that is held is on top of that. */
async function besides(
  { repository }: World,
  { root, record }: SlotPlace & { readonly root: string },
  { on, resting }: { readonly on: TreeId; readonly resting: TreeId },
  pending: readonly Changed[],
): Promise<readonly Changed[]> {
  const held = await workChanges(repository, record.session, on, resting);
  const heldPaths = new Set<RepoPath>(held.map(({ path }) => path));
  const changed = pending.filter(({ path }) => !heldPaths.has(path));
  const differs = async (paths: readonly RepoPath[]): Promise<boolean> =>
    paths.length > 0 && (await repository.patch(resting, { root }, paths)).length > 0;
  const onDisk = new Map(pending.map(({ path, change }) => [path, change !== 'deleted']));
  const both: RepoPath[] = [];
  for (const { path, kind } of held) {
    const [isHeld, isThere] = [kind !== 'deleted', onDisk.get(path) ?? kind !== 'added'];
    if (isHeld && isThere) both.push(path);
    else if (isHeld || isThere) changed.push({ path, change: isHeld ? 'deleted' : 'added' });
  }
  // Mostly nobody changed any of them, which is one question.
  if (await differs(both))
    for (const path of both) if (await differs([path])) changed.push({ path, change: 'modified' });
  return changed.sort((a, b) => (a.path < b.path ? -1 : 1));
}
