import type { RepoPath } from '../model/ids.ts';
import type { Drive } from './drive.ts';
import type { Aside } from './setAside.ts';

/** Bytes of files as they lie on disk, for a rescue that must not trust git's conversions. */
export async function rawFiles(
  drive: Pick<Drive, 'world' | 'root'>,
  paths: readonly RepoPath[],
): Promise<NonNullable<Aside['raw']>> {
  const raw: NonNullable<Aside['raw']>[number][] = [];
  for (const path of paths) {
    const bytes = await drive.world.files.read(drive.root, path);
    if (bytes !== null) raw.push({ path, bytes, mode: '100644' });
  }
  return raw;
}
