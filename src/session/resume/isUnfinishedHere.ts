import { isRendering } from '../../model/status/isRendering.ts';
import { readAttempts } from '../../model/attempt/openAttempt.ts';
import { parseStatus } from '../../model/status/parseStatus.ts';
import { queuedRefs, statusPath } from '../../model/names/places.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { readStatusFile } from '../workingTree/readStatusFile.ts';
import { standsOn } from '../workingTree/standsOn.ts';
import { workingRoot } from '../workingTree/workingRoot.ts';
import type { World } from '../world.ts';
import { restingTree } from '../record/heldWork.ts';

/**
 * Whether something is to be done on this machine before a resume may say that there is nothing to do: a restore half
 * way, a worktree, a private index or a STATUS.md that is behind; or a worktree that is missing, because whoever is
 * waited for needs it. Reads only.
 */
export async function isUnfinishedHere(world: World, record: SessionRecord): Promise<boolean> {
  const { session, status } = record;
  const { lines } = await world.state.of(session).readJournal();
  if (readAttempts(lines).restore !== null) return true;
  const isQueued =
    record.workflow.parallel > 1 && (await world.repository.refs([queuedRefs(session)])).length > 0;
  if (isQueued) return true;
  const root = await workingRoot(world, session);
  if (root === null) return status.state === 'waiting';
  return (await isTreeBehind(world, record, root)) || isStatusBehind(world, record, root);
}

/** Half made, on another commit, or with a private index that is not at the tip, so that nobody sees what changed. */
async function isTreeBehind(world: World, record: SessionRecord, root: string): Promise<boolean> {
  const { session, commit } = record;
  const state = world.state.of(session);
  const place = await state.about();
  if (place?.setup === 'making') return true;
  if (place?.isolation !== 'in-place' && (await standsOn(world, session, root)) !== commit) return true;
  const [index, resting] = [await state.newestIndex(), await restingTree(world.repository, record)];
  return !(await world.repository.workingTree({ root, index, always: [] }).holds(resting));
}

async function isStatusBehind(
  { files }: World,
  { session, status }: SessionRecord,
  root: string,
): Promise<boolean> {
  const onDisk = await readStatusFile(files, root, session);
  if (onDisk === null || !isRendering(onDisk.text, status)) return true;
  const parsed = parseStatus(statusPath(session), onDisk.text);
  return !parsed.ok || parsed.value.seq !== status.seq;
}
