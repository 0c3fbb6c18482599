import * as nodeModule from 'node:module';
import type { Environment } from './searchPath.ts';
import { userCache } from './userCache.ts';

/**
 * Lets Node keep what it compiles in the user's cache folder, and find it there at the next start.
 *
 * To be called before the large programs are loaded; in a program of its own only, never in the editor's.
 */
export function useCompileCache(version: string, env: Environment): void {
  // Whoever set these has decided, and Node does as they say.
  if (env['NODE_COMPILE_CACHE'] || env['NODE_DISABLE_COMPILE_CACHE']) return;
  if (process.versions['electron'] !== undefined) return;
  try {
    const folder = userCache(env, version);
    // Node 22.0 has none.
    if (folder !== null) nodeModule.enableCompileCache?.(folder);
  } catch {
    // Without it the start only takes longer.
  }
}
