import { isRendering } from '../../model/isRendering.ts';
import { readAttempts } from '../../model/openAttempt.ts';
import { parseStatus } from '../../model/parseStatus.ts';
import { statusPath } from '../../model/places.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { readStatusFile } from '../checkpoint/statusFile.ts';
import { workingRoot } from '../workingTree/workingRoot.ts';
import { findWorktree } from '../workingTree/workingTreeOf.ts';
import type { World } from '../world.ts';

/**
 * Whether a crash left something undone on this machine that a resume has to finish although the tip says that there
 * is nothing to do: a restore half way, a worktree or a STATUS.md that is behind. Reads only.
 */
export async function isUnfinishedHere(
  world: World,
  { session, commit, status }: SessionRecord,
): Promise<boolean> {
  const state = world.state.of(session);
  if (readAttempts((await state.readJournal()).lines).restore !== null) return true;
  const root = await workingRoot(world, session);
  if (root === null) return false;
  const inPlace = (await state.about())?.isolation === 'in-place';
  if (!inPlace && (await findWorktree(world, session))?.head !== commit) return true;
  const lying = await readStatusFile(world.files, root, session);
  if (lying === null || !isRendering(lying.text, status)) return true;
  const parsed = parseStatus(statusPath(session), lying.text);
  return !parsed.ok || parsed.value.seq !== status.seq;
}
