import { isAbsolute, relative, resolve, sep } from 'node:path';
import { lstat } from '../host/disk.ts';
import { splitNul } from './bytes.ts';
import type { Git } from './createGit.ts';

/** What git runs, or where it looks for what it runs, while it only reads. */
const COMMANDS =
  /^(?:core\.(?:fsmonitor|pager)|pager\..*|diff\.external|diff\..*\.(?:command|textconv)|filter\..*\.(?:clean|smudge|process))$/s;
const HOOKS = 'core.hookspath';
/** Of all hooks the one that is run by `git status`, which brings the index up to date. */
const HOOK = 'post-index-change';

/**
 * True if git's config names a program in the working tree that git runs while it only reads: whoever may write files there says what
 * `git status` does. Where git cannot read its config, too.
 */
export async function runsFromTree(git: Git, root: string): Promise<boolean> {
  try {
    const { out } = await git(['config', '-z', '--list'], { cwd: root });
    for (const field of splitNul(out)) {
      const [key = '', ...lines] = String(field).split('\n');
      const value = lines.join('\n');
      if (COMMANDS.test(key) && value.split(/[\s'"=;|&()]+/).some((word) => isWritable(word, root)))
        return true;
      if (key === HOOKS && (await hasHook(value, root))) return true;
    }
    return false;
  } catch {
    return true;
  }
}

/** A path that leads into the working tree, or that only a shell can follow; git's own folder is guarded. */
function isWritable(word: string, root: string): boolean {
  if (!word.includes('/') || word.startsWith('~') || word.startsWith('.git/')) return false;
  return !isAbsolute(word) || isBelow(word, root);
}

async function hasHook(folder: string, root: string): Promise<boolean> {
  const hook = resolve(root, folder, HOOK);
  return !folder.startsWith('~') && isBelow(hook, root) && (await lstat(hook).catch(() => null)) !== null;
}

function isBelow(path: string, root: string): boolean {
  const from = relative(root, path);
  return !isAbsolute(from) && from !== '..' && !from.startsWith(`..${sep}`) && !from.startsWith(`.git${sep}`);
}
