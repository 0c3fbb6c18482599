import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/**
 * True when the repository whose working tree begins at this folder has state of sessions on this machine.
 *
 * Asked of every folder that a window opens, so it costs one `stat` where there is nothing: a folder
 * inside a repository answers false, and is looked at when somebody looks at the view.
 */
export async function holdsSessions(folder: string): Promise<boolean> {
  try {
    return (await stat(join(folder, '.git', 'cairn'))).isDirectory();
  } catch (error) {
    // In a linked worktree `.git` is a file that names the git directory.
    if ((error as NodeJS.ErrnoException).code !== 'ENOTDIR') return false;
  }
  try {
    const [, gitDir = ''] = /^gitdir: (.+)$/m.exec(await readFile(join(folder, '.git'), 'utf8')) ?? [];
    const own = resolve(folder, gitDir);
    const common = await readFile(join(own, 'commondir'), 'utf8').catch(() => '.'); // a submodule has none: its own is the common one
    return (await stat(resolve(own, common.trim(), 'cairn'))).isDirectory();
  } catch {
    // No session there, or a `.git` that git would not understand either: the view says which.
    return false;
  }
}
