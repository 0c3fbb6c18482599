import { join } from 'node:path';
import type { RepoPath } from '../../../model/names/ids.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { AtTip } from '../../drive.ts';

const ITEM_FILE = 'item.json' as RepoPath;

/**
 * The path of a JSON file with the item that a phase is for; null if it is for none. Outside of the working tree, where no capture
 * takes it for work.
 */
export async function itemFile(
  { world, state, record }: AtTip,
  { phase, attempt }: StatusRow,
): Promise<string | null> {
  const item = record.workflow.phases.find(({ id }) => id === phase)?.item ?? null;
  if (item === null) return null;
  const folder = await state.outputFolder(phase, attempt);
  await world.files.write(folder, ITEM_FILE, `${JSON.stringify(item.value, null, 2)}\n`);
  return join(folder, ITEM_FILE);
}
