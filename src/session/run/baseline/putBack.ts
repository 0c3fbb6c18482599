import type { TreeId } from '../../../model/names/ids.ts';
import type { Drive } from '../../drive.ts';
import { tell } from '../../tell.ts';
import { asideWork } from '../../workingTree/asideWork.ts';
import { lookAgain } from '../../workingTree/lookAgain.ts';

/**
 * Takes away what checks have made in a worktree before anybody worked there, so that it becomes no part of the first phase; a rescue
 * keeps it. In place nobody can tell it from what a person saves meanwhile: there it stays.
 *
 * @param lies what lay there before
 */
export async function putBack(drive: Drive, lies: TreeId): Promise<void> {
  // Nothing is taken from where they have gone, and HEAD is brought back: as an agent they may go anywhere in a worktree.
  await lookAgain(drive, drive.isolation === 'worktree' ? 'agent' : 'checks');
  if (drive.isolation === 'in-place') return;
  const { ref, paths } = await asideWork(drive, {
    to: lies,
    why: 'What checks left that were run before anything was changed.',
    reason: 'baseline',
  });
  if (ref !== null) tell(drive.world, { notice: 'checks-left', files: paths, rescue: ref });
}
