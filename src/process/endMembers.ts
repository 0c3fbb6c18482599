import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Listed } from './groupMembers.ts';

/** Between asking and forcing. Short: a cancelled group is gone within a second. */
export const GRACE_MS = 300;
const POLL_MS = 25;
/** A process in an uninterruptible system call ends when that call does; nobody waits longer for it than this. */
const FORCE_MS = 2_000;

/**
 * Asks all members to end, then makes them: SIGTERM, a grace, SIGKILL, looking again each time for those who
 * were born meanwhile. True when somebody was alive.
 */
export async function endMembers(
  members: () => readonly Listed[],
  graceMs: number = GRACE_MS,
): Promise<boolean> {
  let left = members();
  if (left.length === 0) return false;
  signal(left, 'SIGTERM');
  // By the clock, not by counting looks: on a busy machine one look takes longer than a poll.
  for (const until = performance.now() + graceMs; left.length > 0 && performance.now() < until;) {
    await delay(POLL_MS);
    left = members();
  }
  for (const until = performance.now() + FORCE_MS; left.length > 0 && performance.now() < until;) {
    signal(left, 'SIGKILL');
    await delay(POLL_MS);
    left = members();
  }
  return true;
}

/** Windows: the process and all that descend from it, at once. */
export function endWindowsTree(pid: number): boolean {
  try {
    execFileSync('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true });
    return true;
  } catch {
    // There was nobody of that number any more.
    return false;
  }
}

function signal(members: readonly Listed[], name: NodeJS.Signals): void {
  for (const { pid } of members) {
    try {
      process.kill(pid, name);
    } catch {
      // It ended first, or became another user's (sudo): the next look tells which.
    }
  }
}
