import type { Server } from './startServer.ts';
import { setTimeout as delay } from 'node:timers/promises';

const LIMIT_MS = 10_000;

/**
 * Ends the extension hosts of a server whose windows are closed: it keeps them for three hours, for a window that comes back.
 * False where one did not end, or the server does not say so.
 */
export async function endExtensionHosts(server: Server): Promise<boolean> {
  for (const pid of running(server.log())) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has just ended by itself.
    }
  }
  for (const limit = Date.now() + LIMIT_MS; Date.now() < limit; await delay(20))
    if (running(server.log()).length === 0) return true;
  return false;
}

/** Their process ids, as the server's log tells of them. */
function running(log: string): readonly number[] {
  const said = (what: string): readonly string[] =>
    [...log.matchAll(new RegExp(`<(\\d+)> ${what}`, 'g'))].map(([, pid = '']) => pid);
  const ended = new Set(said('Extension Host Process exited'));
  return said('Launched Extension Host Process')
    .filter((pid) => !ended.has(pid))
    .map(Number);
}
