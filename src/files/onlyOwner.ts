import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Modes of what holds prompts, output and what a person said: for them alone. Windows keeps a profile's folder from others. */
export const OWNER_FILE = 0o600;
export const OWNER_FOLDER = 0o700;

/** git gives these their modes: the private index, of which worktrees get copies, and a worktree that lies in here. */
const OF_GIT = /^(worktree$|index)/;

/** Closes to others what an earlier version, or another umask, left open below a folder. Links are not followed. */
export async function keepToOwner(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  // What goes meanwhile, or belongs to somebody else, stays as it is: who needs it finds out.
  const quietly = async (act: Promise<unknown>): Promise<void> => void (await act.catch(() => undefined));
  const walk = async (path: string): Promise<void> => {
    await quietly(chmod(path, OWNER_FOLDER));
    for (const entry of await readdir(path, { withFileTypes: true }).catch(() => [])) {
      const place = join(path, entry.name);
      if (path === folder && OF_GIT.test(entry.name)) continue;
      if (entry.isDirectory()) await walk(place);
      else if (entry.isFile() && ((await lstat(place).catch(() => null))?.mode ?? 0) & 0o077)
        await quietly(chmod(place, OWNER_FILE));
    }
  };
  await walk(folder);
}
