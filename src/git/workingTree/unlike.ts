import type { Written } from '../../session/ports.ts';
import type { Noted } from './asideFolder.ts';
import type { ContentLook } from './contentLook.ts';
import type { Place } from './place.ts';

/**
 * Those replaced files that have on disk what git does not record here: a mode with `core.filemode=false`, a link with
 * `core.symlinks=false`. Git would have captured anything else.
 */
export async function unlikeOnDisk(
  place: Place,
  seen: readonly (Noted & { readonly look: ContentLook })[],
): Promise<Written['unlike']> {
  const unlike: Written['unlike'][number][] = [];
  let links: boolean | null = null;
  for (const { path, mode, was, look } of seen) {
    // Saved since: its kind is kept with it.
    if (was === null || (look.id !== was && mode !== '120000')) continue;
    const { stats } = look;
    const runs = (stats.mode & 0o111n) !== 0n;
    if (stats.isSymbolicLink()) {
      links ??= await hasLinks(place);
      if (!links) unlike.push({ path, was: 'link' });
    } else if (process.platform !== 'win32' && mode !== '120000' && runs !== (mode === '100755'))
      unlike.push({ path, was: runs ? 'executable' : 'not executable' });
  }
  return unlike;
}

async function hasLinks({ git, root }: Place): Promise<boolean> {
  const { out } = await git(['config', '--type=bool', '--get', 'core.symlinks'], {
    cwd: root,
    answers: [0, 1],
  });
  return out.toString().trim() !== 'false';
}
