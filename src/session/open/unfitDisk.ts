import { CairnError } from '../../base/cairnError.ts';
import type { Notice } from '../notice.ts';
import type { Files } from '../ports.ts';

const LEAST_FREE = 200 * 1024 * 1024;

/** Reports an unwritable or almost full disk before anything begins, not when work is to be saved. */
export async function refuseUnfitDisk(
  files: Pick<Files, 'free' | 'whyNotWritable'>,
  folder: string,
): Promise<void> {
  const why = await files.whyNotWritable(folder);
  if (why !== null) throw new CairnError('machine/cannot-write', { path: folder, why });
  const free = await files.free(folder);
  if (free < LEAST_FREE) throw new CairnError('machine/no-space', { folder, free, needed: LEAST_FREE });
}

const SYNCED =
  /[\\/](Dropbox|OneDrive[^\\/]*|Google ?Drive|My Drive|iCloud ?Drive|Mobile Documents|CloudStorage|Nextcloud|ownCloud|pCloud ?Drive)[\\/]/i;

/** Folders that a sync client writes to unnoticed: told, not refused. */
export function syncedFolder(root: string): readonly Notice[] {
  const client = SYNCED.exec(`${root}/`)?.[1];
  return client === undefined ? [] : [{ notice: 'synced-folder', client }];
}
