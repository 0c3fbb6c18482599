import { isRendering } from '../model/isRendering.ts';
import type { Drive } from './drive.ts';
import { renderFiles, rescueStatusEdit } from './publishCheckpoint.ts';
import { readStatusFile } from './statusFile.ts';
import { tell } from './tell.ts';

/**
 * Makes the files that mirror the tip say what the tip says. A STATUS.md that the engine would not have
 * written is a person's edit (or a conflict, or a torn write): kept aside, told, and rendered over.
 */
export async function repairRenderings(drive: Drive): Promise<void> {
  const lying = await readStatusFile(drive.world.files, drive.root, drive.session);
  if (lying === null)
    tell(drive.world, 'STATUS.md was missing and has been rendered again from the last checkpoint.');
  else if (!isRendering(lying.text, drive.record.status)) await rescueStatusEdit(drive, lying.text);
  await renderFiles(drive);
}
