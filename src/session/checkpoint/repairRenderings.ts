import { isRendering } from '../../model/status/isRendering.ts';
import { bytesOf } from '../../model/text/losslessText.ts';
import { statusPath } from '../../model/names/places.ts';
import type { Drive } from '../drive.ts';
import { renderFiles } from './renderFiles.ts';
import { rescueEdits } from './rescueEdits.ts';
import { readStatusFile } from '../workingTree/readStatusFile.ts';
import { tell } from '../tell.ts';
import { restingTree } from '../record/heldWork.ts';

/**
 * Makes the files that mirror the tip say what the tip says. A STATUS.md that the engine would not have
 * written is a person's edit (or a conflict, or a torn write): kept aside, told, and rendered over.
 */
export async function repairRenderings(drive: Drive): Promise<void> {
  const { world, root, session, record } = drive;
  const onDisk = await readStatusFile(world.files, root, session);
  if (onDisk === null) tell(world, { notice: 'status-missing' });
  else if (!isRendering(onDisk.text, record.status))
    await rescueEdits(drive, [{ path: statusPath(session), bytes: bytesOf(onDisk.text) }]);
  await renderFiles(drive);
  await drive.checkout.tree.load(await restingTree(world.repository, record));
  world.reached('checkpoint/index-loaded');
}
