import { readdir } from '../../host/disk.ts';
import type { RepoPath } from '../../model/names/ids.ts';
import { decodePath } from '../bytes.ts';
import { parentInTheWay } from './parentInTheWay.ts';
import { onDisk } from './place.ts';

/**
 * Everything below a folder except folders, ignored or not; a nested repository is one entry. Links are answered, never
 * followed; an unreadable folder is answered itself.
 */
export async function walkAlways(root: string, folder: RepoPath): Promise<readonly RepoPath[]> {
  const found: RepoPath[] = [];
  const walk = async (path: string): Promise<void> => {
    const entries = await readdir(onDisk(root, path), { withFileTypes: true, encoding: 'buffer' }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') found.push(path as RepoPath);
        return [];
      },
    );
    const named = entries.map((entry) => ({ entry, name: decodePath(entry.name) as string }));
    if (path !== folder && named.some(({ name }) => name === '.git'))
      return void found.push(path as RepoPath);
    for (const { entry, name } of named) {
      if (entry.isDirectory()) await walk(`${path}/${name}`);
      else found.push(`${path}/${name}` as RepoPath);
    }
  };
  const parent = parentInTheWay(root, `${folder}/x`);
  // The link or file itself is the answer.
  if (parent === null) await walk(folder);
  return found;
}
