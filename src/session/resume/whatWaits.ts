import { firstNext } from '../../model/status/firstNext.ts';
import type { PhaseId } from '../../model/names/ids.ts';
import { packetUnderReview } from '../checkpoint/layPacket.ts';
import { askedOf } from '../record/askedOf.ts';
import { notCapturedIn, type SessionRecord } from '../record/sessionRecord.ts';
import { decode } from '../record/text.ts';
import type { Outcome } from '../results.ts';
import { describe, waitingFor } from '../run/runEngine.ts';
import { elsewhere } from '../workingTree/elsewhere.ts';
import { workingRoot } from '../workingTree/workingRoot.ts';
import { workOnTop } from '../workingTree/workOf.ts';
import type { World } from '../world.ts';

/** Answers with the question, and the files that changed since it was asked. */
export async function whatWaits(world: World, record: SessionRecord): Promise<Outcome> {
  const { records, status } = record;
  const next = firstNext(status);
  const root = await workingRoot(world, record.session);
  const pending = await workOnTop(world, root, record);
  const notCaptured = notCapturedIn(record);
  const changed = pending
    .filter(({ path }) => !notCaptured.has(path))
    .map(({ path, change }) => ({ path, change }));
  const moved = await elsewhere(world, record.session, root);
  const isQuestion = askedOf(records.get(next as PhaseId)) === 'head';
  const packetEdited = await isPacketEdited(world, record, root);
  const stopped = { ...waitingFor(record), packetEdited };
  return {
    ...describe({ record, session: record.session }, 'waiting', next, stopped),
    changed,
    ...(moved === null ? {} : { elsewhere: { ...moved, isQuestion } }),
  };
}

async function isPacketEdited(
  { files, repository }: World,
  record: SessionRecord,
  root: string | null,
): Promise<boolean> {
  const path = packetUnderReview(record);
  if (path === null || root === null) return false;
  const [onDisk, asked] = [await files.read(root, path), await repository.read(record.tree, path)];
  return onDisk !== null && asked !== null && decode(onDisk) !== decode(asked);
}
