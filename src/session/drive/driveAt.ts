import type { TreeName } from '../../model/names/ids.ts';
import { sessionFolder } from '../../model/names/places.ts';
import { slotIn } from '../../model/names/treeName.ts';
import { layWork } from '../checkpoint/layWork.ts';
import type { Drive, Tip } from '../drive.ts';
import type { Lease, SessionAbout } from '../ports.ts';
import { restingTree } from '../record/heldWork.ts';
import { endCutOffWrite, overwriterOf } from '../workingTree/keepSaved.ts';
import { createSpending } from '../spending.ts';
import { writeSteps } from '../workingTree/writeSteps.ts';
import type { World } from '../world.ts';
import { bringToTip } from './bringToTip.ts';
import { fencedState, fencedTree } from './fenced.ts';
import { cutOffLost, mendJournal } from './mendJournal.ts';
import { seenFrom, type Newness, type Standing } from './standing.ts';

/** A working tree that is there. */
export type Place = SessionAbout & Newness;

/** Opens a working tree of a session: what lies there follows what it stands on, its journal is whole, its index loaded. */
export async function driveAt(
  worldAt: (tip: Tip) => World,
  tip: Tip,
  place: Place,
  lease: Lease,
  { name, standing }: { readonly name: TreeName; readonly standing: Standing },
): Promise<Drive> {
  const world = worldAt(tip);
  const { session, ref, workflow } = tip.record;
  const state = fencedState(world.state.of(name), lease);
  const found = world.repository.workingTree({
    root: place.root,
    index: await state.adoptIndex(lease.epoch),
    always: [sessionFolder(session)],
    fence: () => lease.reconfirm(),
    step: writeSteps(world),
    never: place.isolation === 'worktree' ? workflow.worktree.copy : [],
  });
  const tree = fencedTree(found, lease);
  await endCutOffWrite(world, tree, overwriterOf(tip.record));
  const footing = await tree.footing();
  const drive: Drive = {
    ...(await seenFrom(world, tip, standing)),
    world,
    worldAt,
    session,
    ref,
    isolation: place.isolation,
    root: place.root,
    state,
    lease,
    beside: [],
    busy: new Set(),
    spending: createSpending(),
    throwIfStopRequested: async () => {},
    checkout: {
      tree,
      slot: slotIn(name).slot,
      isNewPlace: place.isNewPlace,
      isUntouched: place.isUntouched,
      found: footing,
      footing,
      head: place.head ?? footing.head,
      unpublished: null,
      obstacles: [],
      rendered: null,
    },
  };
  await bringToTip(drive);
  await layWork(drive);
  drive.checkout.footing = await tree.footing();
  await mendJournal(drive);
  if (place.isMadeAnew) await cutOffLost(drive);
  const resting = await restingTree(world.repository, drive.record);
  if (!(await tree.holds(resting))) await tree.load(resting);
  return drive;
}
