import { existsSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { Environment } from './searchPath.ts';

/**
 * Lets Node keep what it compiles in the user's cache folder, and find it there at the next start. What is in it is executed, so
 * a folder that anybody else could have written to is not used, nor one inside a repository, nor one that cannot be made.
 *
 * To be called before the large programs are loaded; in a program of its own only, never in the editor's.
 */
export function useCompileCache(version: string, env: Environment): void {
  // Whoever set these has decided, and Node does as they say.
  if (env['NODE_COMPILE_CACHE'] || env['NODE_DISABLE_COMPILE_CACHE']) return;
  if (process.versions['electron'] !== undefined) return;
  try {
    const folder = privateFolder(join(cacheFolder(env), 'cairn', version));
    // Node 22.0 has none.
    if (folder !== null) nodeModule.enableCompileCache?.(folder);
  } catch {
    // Without it the start only takes longer.
  }
}

function cacheFolder(env: Environment): string {
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
