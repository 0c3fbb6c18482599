import { spellsGit, spellsUp } from './hostileNames.ts';

/**
 * Why a path cannot be a file of a working tree on any file system; null if it can. Every write and removal checks this again,
 * whatever was checked before.
 */
export function whyOutside(path: string): 'leaves-root' | 'git-folder' | null {
  if (path === '' || path.includes('\0')) return 'leaves-root';
  for (const part of path.split('/')) {
    if (part === '' || spellsUp(part)) return 'leaves-root';
    if (spellsGit(part)) return 'git-folder';
  }
  return null;
}
