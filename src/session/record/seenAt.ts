import type { CommitId, RepoPath, TreeId } from '../../model/names/ids.ts';
import type { Objects, TreeEntry } from '../ports.ts';

/** What a tree has under a name; a folder has no entry of it. */
export async function seenAt(
  repository: Objects,
  at: CommitId | TreeId,
  path: RepoPath,
): Promise<TreeEntry | 'folder' | null> {
  const entry = await repository.entry(at, path);
  if (entry !== null) return entry;
  return (await repository.list(at, path)).length > 0 ? 'folder' : null;
}
