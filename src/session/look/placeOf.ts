import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import type { PhaseId, TreeName } from '../../model/names/ids.ts';
import { treeName } from '../../model/names/treeName.ts';
import { firstStanding, seenFrom, standingOf, type Standing } from '../drive/standing.ts';
import { heldOf } from '../record/heldWork.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { notedBeside } from '../record/slotStates.ts';
import { workingRoot } from '../workingTree/workingRoot.ts';
import type { World } from '../world.ts';

/** Where the work of a phase lies on this machine. */
export interface Place {
  readonly name: TreeName;
  /** The working tree; null if it lies in none here. */
  readonly root: string | null;
  /** The session as that working tree stands. */
  readonly record: SessionRecord;
  /** True where phases work side by side, each in a working tree of its own. */
  readonly isSlot: boolean;
}

/** Where the work of each phase lies: in the slot that it was given; all of it in one working tree where phases run one by one. */
export async function placesOf(
  world: Pick<World, 'repository' | 'state'>,
  record: SessionRecord,
  history: readonly Checkpoint[],
): Promise<(phase: PhaseId) => Promise<Place>> {
  const { session } = record;
  const about = await world.state.of(session).about();
  const first = await firstStanding(world, record, history, about);
  if (first === null) {
    const root = await workingRoot(world, session);
    return async () => ({ name: session, root, record, isSlot: false });
  }
  const slots: { readonly name: TreeName; readonly standing: NonNullable<Standing> }[] = [
    { name: session, standing: first },
  ];
  for (const { slot, about: noted } of await notedBeside(world, session))
    if (noted !== null)
      slots.push({ name: treeName(session, slot), standing: standingOf(record, history, noted) });
  return async (phase) => {
    const own = slots.find(({ standing }) => standing.phase === phase);
    const { record: seen } = await seenFrom(
      world,
      { record, history },
      own?.standing ?? laterOn(record, phase),
    );
    const root = own === undefined ? null : await workingRoot(world, own.name);
    return { name: own?.name ?? session, root, record: seen, isSlot: true };
  };
}

/** A phase without a slot here: what is held of it is laid where it began. */
function laterOn(record: SessionRecord, phase: PhaseId): NonNullable<Standing> {
  const held = heldOf(record, phase);
  const round = record.status.rows.find((row) => row.phase === phase)?.round ?? 1;
  return { phase, round, stands: held?.base ?? record.commit, rests: null };
}
