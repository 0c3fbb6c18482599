import { join } from 'node:path';
import { chmod, lstat, readdir } from '../host/disk.ts';

/** Modes of what holds prompts, output and a person's words: for that person alone. Windows protects a profile's folder itself. */
export const OWNER_FILE = 0o600;
export const OWNER_FOLDER = 0o700;

/** git sets the modes of these: the private index, which worktrees get copies of, and a worktree inside the state folder. */
const OF_GIT = /^(worktree$|index)/;

/** Closes to others what an older version, or another umask, left open below a folder. Follows no links. */
export async function keepToOwner(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  // Passes over what goes meanwhile or belongs to somebody else: whoever needs it finds out.
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
