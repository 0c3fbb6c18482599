import { existsSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { Environment } from './searchPath.ts';

/**
 * Cairn's folder of this name in the user's cache folder, made if it is not there. What is in it is believed, and even executed:
 * null where anybody else could have written to it, inside a repository, and where there is no home. Throws where it cannot be made.
 */
export function userCache(env: Environment, name: string): string | null {
  const folder = cacheFolder(env);
  return existsSync(dirname(folder)) ? privateFolder(join(folder, 'cairn', name)) : null;
}

/** Where programs of this user keep what can be made anew. */
export function cacheFolder(env: Environment): string {
  const home = env['HOME'] ?? homedir();
  if (process.platform === 'win32') return env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local');
  const named = env['XDG_CACHE_HOME'];
  // The XDG base directory specification says to ignore a relative path.
  if (named !== undefined && isAbsolute(named)) return named;
  return process.platform === 'darwin' ? join(home, 'Library', 'Caches') : join(home, '.cache');
}

/** The real path of a folder that is ours alone, made if it is not there; else null. Throws where it cannot be made. */
function privateFolder(folder: string): string | null {
  if (!isAbsolute(folder)) return null;
  const missing: string[] = [];
  let there = folder;
  for (; !existsSync(there); there = dirname(there)) missing.unshift(there);
  // Looked at before anything is made: nothing is left in a repository or in somebody else's folder.
  if (!isGuarded(realpathSync(there))) return null;
  // One by one: below /proc `recursive` never returns.
  for (const path of missing) mkdirSync(path, 0o700);
  const real = realpathSync(folder);
  return isGuarded(real) && isOnlyOurs(real) ? real : null;
}

/** Whether no other user can put something else in the place of this folder or of one above it, and none is a repository. */
function isGuarded(real: string): boolean {
  const { uid, mode } = lstatSync(real);
  // In a folder with the sticky bit, such as /tmp, nobody can rename what is not theirs.
  const replaceable = (mode & 0o022) !== 0 && (mode & 0o1000) === 0;
  if (hasOwners() && ((uid !== ownId() && uid !== 0) || replaceable)) return false;
  if (existsSync(join(real, '.git'))) return false;
  const above = dirname(real);
  return above === real || isGuarded(above);
}

function isOnlyOurs(real: string): boolean {
  const { uid, mode } = lstatSync(real);
  return !hasOwners() || (uid === ownId() && (mode & 0o077) === 0);
}

/** On Windows the user's local folder is private by its access list, which Node does not show. */
const hasOwners = (): boolean => process.getuid !== undefined;
const ownId = (): number | undefined => process.getuid?.();
