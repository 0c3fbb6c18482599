import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import type { PhaseId, TreeId, TreeName } from '../../model/names/ids.ts';
import type { Standing } from '../../model/slot/standing.ts';
import type { Pending } from '../ports.ts';
import { restingTree } from '../record/heldWork.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { slotsNoted } from '../record/slotStates.ts';
import { workAbove } from '../workingTree/workOf.ts';
import { workingRoot } from '../workingTree/workingRoot.ts';
import type { World } from '../world.ts';
import { firstStanding, seenFrom, standingIn } from './standing.ts';

/** A working tree of a session on this machine. */
export interface SlotPlace {
  readonly name: TreeName;
  /** Whose work lies there; null for nobody's, or where phases run one by one. */
  readonly phase: PhaseId | null;
  /** Null if it is not there. */
  readonly root: string | null;
  /** The session as that working tree stands. */
  readonly record: SessionRecord;
  /** True where phases work side by side, each in a working tree of its own. */
  readonly isSlot: boolean;
}

/** Every working tree of a session that this machine knows, the first one first. */
export async function slotPlaces(
  world: Pick<World, 'repository' | 'state'>,
  record: SessionRecord,
  history: readonly Checkpoint[],
): Promise<readonly [SlotPlace, ...SlotPlace[]]> {
  const { session } = record;
  const first = await firstStanding(world, record, history, await world.state.of(session).about());
  if (first === null) {
    const root = await workingRoot(world, session);
    return [{ name: session, phase: null, root, record, isSlot: false }];
  }
  const placed = async (name: TreeName, standing: Standing): Promise<SlotPlace> => ({
    name,
    phase: standing.phase,
    root: await workingRoot(world, name),
    record: (await seenFrom(world, { record, history }, standing)).record,
    isSlot: true,
  });
  const [, ...others] = await slotsNoted(world, session);
  const further = others.flatMap(({ name, about }) =>
    about === null ? [] : [placed(name, standingIn({ record, history }, about.standing ?? null))],
  );
  return Promise.all([placed(session, first), ...further]);
}

/** What lies in a working tree on top of a tree: of what is held there, or of the checkpoint that it stands on. Writes nothing but objects. */
export async function lyingIn(
  world: Pick<World, 'repository' | 'state'>,
  { name, root, record, isSlot }: SlotPlace,
): Promise<{ readonly on: TreeId; readonly work: readonly Pending[] }> {
  const resting = await restingTree(world.repository, record);
  // The index of a slot stays on what it stands on while its work is held.
  for (const on of isSlot ? [resting, record.tree] : [resting]) {
    const work = root === null ? null : await workAbove(world, name, root, on, record.workflow.worktree.copy);
    if (work !== null) return { on, work };
  }
  return { on: resting, work: [] };
}
