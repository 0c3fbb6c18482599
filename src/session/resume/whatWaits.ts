import { firstNext } from '../../model/status/firstNext.ts';
import type { PhaseId } from '../../model/names/ids.ts';
import { packetUnderReview } from '../checkpoint/layPacket.ts';
import { slotPlaces, type SlotPlace } from '../drive/slotPlaces.ts';
import { askedOf } from '../record/askedOf.ts';
import { readHistory } from '../record/history.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { decode } from '../record/text.ts';
import type { Outcome } from '../results.ts';
import { describe, waitingFor } from '../run/runEngine.ts';
import { changedSinceHeld, type Changed } from './changedSinceHeld.ts';
import { elsewhere } from '../workingTree/elsewhere.ts';
import type { World } from '../world.ts';

/** Answers with the question, and the files that changed since it was asked, wherever the work of a phase that waits lies. */
export async function whatWaits(world: World, record: SessionRecord): Promise<Outcome> {
  const { session, records, status } = record;
  const next = firstNext(status);
  const places = await slotPlaces(world, record, await readHistory(world.repository, record));
  const [{ root }] = places;
  const asking = places.filter(({ isSlot, phase }) => !isSlot || waits(record, phase));
  const changed = await Promise.all(asking.map((place) => changedSinceHeld(world, place)));
  const edited = await Promise.all(asking.map((place) => isPacketEdited(world, record, place)));
  const moved = await elsewhere(world, session, root);
  const isQuestion = askedOf(records.get(next as PhaseId)) === 'head';
  const stopped = { ...waitingFor(record), packetEdited: edited.includes(true) };
  return {
    ...describe({ record, session }, 'waiting', next, stopped),
    changed: onceEach(changed.flat()),
    ...(moved === null ? {} : { elsewhere: { ...moved, isQuestion } }),
  };
}

/** A file may have changed in several working trees. */
const onceEach = (changed: readonly Changed[]): readonly Changed[] => [
  ...new Map(changed.map((one) => [one.path, one])).values(),
];

const waits = ({ status }: SessionRecord, phase: PhaseId | null): boolean =>
  status.rows.some((row) => row.phase === phase && row.status === 'waiting');

/** Whether the packet that is looked at there is another than the one that was asked about. */
async function isPacketEdited(
  { files, repository }: World,
  { tree }: SessionRecord,
  { root, record }: SlotPlace,
): Promise<boolean> {
  const path = packetUnderReview(record);
  if (path === null || root === null) return false;
  const [onDisk, asked] = [await files.read(root, path), await repository.read(tree, path)];
  return onDisk !== null && asked !== null && decode(onDisk) !== decode(asked);
}
