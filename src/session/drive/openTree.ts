import type { TreeName } from '../../model/names/ids.ts';
import { sessionFolder } from '../../model/names/places.ts';
import { slotIn } from '../../model/names/treeName.ts';
import type { Isolation } from '../../model/workflow/workflow.ts';
import type { Standing } from '../../model/slot/standing.ts';
import { layWork } from '../checkpoint/layWork.ts';
import { noteStanding } from '../checkpoint/noteSlot.ts';
import type { Checkout, Drive, Tip } from '../drive.ts';
import { restingTree } from '../record/heldWork.ts';
import { takeOverTree } from '../workingTree/inPlace.ts';
import { endCutOffWrite, overwriterOf } from '../workingTree/keepSaved.ts';
import { createSpending } from '../spending.ts';
import { ensureWorktree, type Found, type Holding } from '../workingTree/workingTreeOf.ts';
import { writeSteps } from '../workingTree/writeSteps.ts';
import { bringToTip } from './bringToTip.ts';
import { fencedState, fencedTree } from './fenced.ts';
import { cutOffLost, mendJournal } from './mendJournal.ts';
import { holdingOf, seenFrom, standingNow } from './standing.ts';

type Opening = Pick<Drive, 'world' | 'worldAt' | 'lease'> & { readonly tip: Tip };

/**
 * Opens a working tree of a session that is noted like that: where it is missing it is made; what lies there follows what it stands on,
 * its journal is whole, its index loaded.
 */
export async function openTree(
  opening: Opening,
  name: TreeName,
  isolation: Isolation,
  known: Standing | null,
): Promise<Drive> {
  const { world, lease, tip } = opening;
  const { record } = tip;
  const state = fencedState(world.state.of(name), lease);
  const before = await state.about();
  const holding = (): Promise<Holding | null> => holdingOf(world, tip, known);
  const place =
    isolation === 'worktree'
      ? await ensureWorktree(world, name, record.ref, known?.stands ?? record.commit, holding, known)
      : { ...(await takeOverTree(world, tip, before)), isMade: false };
  const standing = await standingNow(state, tip, known, { before, isMade: place.isMade });
  if (standing !== null) await noteStanding(state, standing);
  const isFresh = place.setup !== 'done';
  const isNewPlace = before?.root !== place.root || isFresh;
  const drive = await driveAt(opening, state, { ...place, isNewPlace, slot: slotIn(name).slot }, standing);
  const { tree } = drive.checkout;
  await bringToTip(drive);
  await layWork(drive);
  drive.checkout.footing = await tree.footing();
  await mendJournal(drive);
  if (isFresh) await cutOffLost(drive, holding);
  // A worktree has its setup to run.
  if (isFresh && isolation === 'in-place') await state.note({ setup: 'done' });
  const resting = await restingTree(world.repository, drive.record);
  if (!(await tree.holds(resting))) await tree.load(resting);
  return drive;
}

async function driveAt(
  { worldAt, lease, tip }: Opening,
  state: Drive['state'],
  place: Found & Pick<Checkout, 'isNewPlace' | 'slot'>,
  standing: Standing | null,
): Promise<Drive> {
  const world = worldAt(tip);
  const { session, ref, workflow } = tip.record;
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
      slot: place.slot,
      isNewPlace: place.isNewPlace,
      isUntouched: place.isMade,
      found: footing,
      footing,
      head: place.head ?? footing.head,
      unpublished: null,
      before: null,
      obstacles: [],
      shows: null,
      rendered: null,
    },
  };
  return drive;
}
