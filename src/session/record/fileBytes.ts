import { CairnError } from '../../base/cairnError.ts';
import type { CommitId, RepoPath, TreeId } from '../../model/names/ids.ts';
import { whyNoFile } from '../../model/names/whyNoFile.ts';
import type { Objects } from '../ports.ts';

/**
 * The size in bytes of a file in a tree, without reading it; null where there is none of that name.
 *
 * @throws `data/missing-object`
 */
export async function fileBytes(
  repository: Pick<Objects, 'entry' | 'blobBytes'>,
  at: CommitId | TreeId,
  path: RepoPath,
): Promise<number | null> {
  const entry = await repository.entry(at, path);
  if (entry === null || whyNoFile(entry) !== null) return null;
  const bytes = await repository.blobBytes(entry.blob);
  if (bytes === null) throw new CairnError('data/missing-object', { object: entry.blob, lastGood: null });
  return bytes;
}
