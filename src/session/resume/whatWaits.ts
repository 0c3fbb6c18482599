import { listed } from '../../base/listed.ts';
import type { PhaseId } from '../../model/names/ids.ts';
import { packetUnderReview } from '../checkpoint/layPacket.ts';
import { askedOf } from '../record/askedOf.ts';
import { notCapturedIn, type SessionRecord } from '../record/sessionRecord.ts';
import { decode } from '../record/text.ts';
import type { Outcome } from '../results.ts';
import { describe } from '../run/runEngine.ts';
import { elsewhere } from '../workingTree/elsewhere.ts';
import { workingRoot } from '../workingTree/workingRoot.ts';
import { workOnTop } from '../workingTree/workOf.ts';
import type { World } from '../world.ts';

/** The question, and which files changed since it was asked. */
export async function whatWaits(world: World, record: SessionRecord): Promise<Outcome> {
  const { next } = record.status;
  const known = record.records.get(next as PhaseId);
  const root = await workingRoot(world, record.session);
  const pending = await workOnTop(world, record.session, root, record.tree, record.workflow.worktree.copy);
  const notCaptured = notCapturedIn(record);
  const changed = pending
    .filter(({ path }) => !notCaptured.has(path))
    .map(({ path, change }) => ({ path, change }));
  const since = changed.length === 0 ? [] : [`Changed since: ${listed(changed.map(pathOf), 20)}.`];
  if (await isPacketEdited(world, record, root))
    since.push('The packet was edited: the approval takes it as it lies there.');
  const moved = await elsewhere(world, record.session, root);
  const asked = known?.question?.text ?? `${next ?? 'The session'} waits for your approval.`;
  // Where HEAD is the question itself, it is said as it is now, and once.
  const isQuestion = askedOf(known) === 'head' && moved !== null;
  const lines = isQuestion ? since : [asked, ...since];
  return {
    ...describe({ record, session: record.session }, 'waiting', next, lines.join('\n')),
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

const pathOf = ({ path }: { readonly path: string }): string => path;
