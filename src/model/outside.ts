/**
 * Why a path can be no file of a working tree, whatever file system it is on; null: it can. Whoever writes or removes asks
 * this of each path, however carefully it was looked at before.
 */
export function whyOutside(path: string): 'leaves-root' | 'git-folder' | null {
  if (path === '' || path.includes('\0')) return 'leaves-root';
  for (const part of path.split('/')) {
    if (part === '' || part === '.' || part === '..') return 'leaves-root';
    const why = whyOddPart(part);
    if (why !== null) return why;
  }
  return null;
}

/** HFS+ ignores some characters of a name, NTFS what follows a colon and dots and spaces at the end; both fold case. */
function whyOddPart(part: string): 'leaves-root' | 'git-folder' | null {
  // A backslash separates on Windows; elsewhere a name may hold one, but none of ours needs to look like this.
  for (const piece of part.split('\\')) {
    const seen = piece.replaceAll(IGNORED, '').toLowerCase();
    if (seen === '..' || seen === '.') return 'leaves-root';
    const [name = ''] = seen.split(':');
    if (GIT.has(name.replace(/[. ]+$/, ''))) return 'git-folder';
    if (piece !== '' && /^\.\. [. ]*$/.test(name)) return 'leaves-root';
  }
  return null;
}

const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;
const GIT: ReadonlySet<string> = new Set(['.git', 'git~1']);
