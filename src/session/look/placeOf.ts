import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import type { PhaseId } from '../../model/names/ids.ts';
import { slotPlaces, type SlotPlace } from '../drive/slotPlaces.ts';
import { seenFrom, standingFor } from '../drive/standing.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import type { World } from '../world.ts';

/** Where the work of each phase lies: in the slot that it was given; all of it in one working tree where phases run one by one. */
export async function placesOf(
  world: Pick<World, 'repository' | 'state'>,
  record: SessionRecord,
  history: readonly Checkpoint[],
): Promise<(phase: PhaseId) => Promise<SlotPlace>> {
  const places = await slotPlaces(world, record, history);
  const [{ isSlot }] = places;
  return async (phase) =>
    (isSlot ? places.find((one) => one.phase === phase) : places[0]) ?? {
      name: record.session,
      phase,
      root: null,
      record: await laterOn(world, record, history, phase),
      isSlot,
    };
}

/** For a phase without a slot here: what is held of it is laid where it began. */
async function laterOn(
  world: Pick<World, 'repository'>,
  record: SessionRecord,
  history: readonly Checkpoint[],
  phase: PhaseId,
): Promise<SessionRecord> {
  return (await seenFrom(world, { record, history }, standingFor(record, phase))).record;
}
