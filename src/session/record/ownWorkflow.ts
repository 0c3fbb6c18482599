import type { RepoPath } from '../../model/names/ids.ts';
import { workflowFilePath } from '../../model/names/places.ts';
import type { Files } from '../ports.ts';

/** Where a workflow of this name may be in a working tree, the one that is taken first. */
export function ownPaths(name: string): readonly RepoPath[] {
  const path = workflowFilePath(name);
  return [path, path.replace(/yaml$/, 'yml') as RepoPath];
}

/**
 * Whether something is there, also a link or a folder, which are not read: then no workflow of the same name that comes with Cairn is
 * meant.
 */
export async function isOwn(files: Files, root: string, name: string): Promise<boolean> {
  const kinds = await Promise.all(ownPaths(name).map((path) => files.kind(root, path)));
  return kinds.some((kind) => kind !== null);
}
