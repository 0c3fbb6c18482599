import { join, resolve } from 'node:path';
import { readFile, stat } from '../host/disk.ts';
import { codeOf } from '../host/systemError.ts';

/**
 * True if this folder is the root of a working tree whose repository has session state on this machine.
 *
 * Asked for every folder that a window opens, so it costs one `stat` if there is nothing. False for a folder inside a
 * repository: that one waits until somebody opens the view.
 */
export async function holdsSessions(folder: string): Promise<boolean> {
  try {
    return (await stat(join(folder, '.git', 'cairn'))).isDirectory();
  } catch (error) {
    // In a linked worktree `.git` is a file that names the git directory.
    if (codeOf(error) !== 'ENOTDIR') return false;
  }
  try {
    const [, gitDir = ''] = /^gitdir: (.+)$/m.exec(await readFile(join(folder, '.git'), 'utf8')) ?? [];
    const own = resolve(folder, gitDir);
    const common = await readFile(join(own, 'commondir'), 'utf8').catch(() => '.'); // a submodule has none: its own folder is the common one
    return (await stat(resolve(own, common.trim(), 'cairn'))).isDirectory();
  } catch {
    // No session, or a `.git` that git would not understand either: the view says which.
    return false;
  }
}
