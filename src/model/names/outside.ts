import { spellsGit, spellsUp } from './hostileNames.ts';

/**
 * Why a path can be no file of a working tree, whatever file system it is on; null: it can. Whoever writes or removes asks
 * this of each path, however carefully it was looked at before.
 */
export function whyOutside(path: string): 'leaves-root' | 'git-folder' | null {
  if (path === '' || path.includes('\0')) return 'leaves-root';
  for (const part of path.split('/')) {
    if (part === '' || spellsUp(part)) return 'leaves-root';
    if (spellsGit(part)) return 'git-folder';
  }
  return null;
}
