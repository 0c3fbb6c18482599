import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Listed } from './groupMembers.ts';

/** The time between asking and forcing. Short, so that a cancelled group is gone within a second. */
const GRACE_MS = 300;
const POLL_MS = 25;
/** A process in an uninterruptible system call ends when that call does; we wait no longer than this for it. */
const FORCE_MS = 2_000;

/**
 * Asks all members to end, then forces them: SIGTERM, a grace period, SIGKILL. Looks again each time for processes that started
 * meanwhile. True if any was alive.
 */
export async function endMembers(members: () => readonly Listed[]): Promise<boolean> {
  let left = members();
  if (left.length === 0) return false;
  signal(left, 'SIGTERM');
  // By the clock, not by counting looks: on a busy machine a look takes longer than a poll.
  for (const until = performance.now() + GRACE_MS; left.length > 0 && performance.now() < until;) {
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

/** On Windows: ends the process and all its descendants at once. True if it was alive. */
export function endWindowsTree(pid: number): boolean {
  try {
    execFileSync('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true });
    return true;
  } catch {
    // No process had that number any more.
    return false;
  }
}

function signal(members: readonly Listed[], name: NodeJS.Signals): void {
  for (const { pid } of members) {
    try {
      process.kill(pid, name);
    } catch {
      // It ended first, or became another user's (sudo): the next look shows which.
    }
  }
}
