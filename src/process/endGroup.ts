import { processStart } from '../host/processStart.ts';
import type { ProcessGroup } from '../session/ports.ts';
import { endMembers, endWindowsTree } from './endMembers.ts';
import { groupMembers } from './groupMembers.ts';

/**
 * Ends whatever is left of a group that an engine, perhaps dead, has started; true when something was alive.
 *
 * Numbers are used again, so nobody is ended by number alone: the leader counts as ours while it has the start
 * time that was recorded, and its group while the leader, or a member that carries the mark, is in it (as long
 * as one member lives the system gives the number to nobody else). On Windows only the leader can be recognised.
 */
export async function endGroup(group: ProcessGroup): Promise<boolean> {
  const start = processStart(group.pid);
  const leaderLives = start.kind === 'alive' && start.startTime === group.startTime;
  if (process.platform === 'win32') return leaderLives && endWindowsTree(group.pid);
  const known = new Map(leaderLives ? [[group.pid, group.startTime]] : []);
  return endMembers(() => {
    const certain = groupMembers({ leader: null, mark: group.mark, known });
    const isOurs = certain.some((one) => one.group === group.pid || one.session === group.pid);
    const members = isOurs ? groupMembers({ leader: group.pid, mark: group.mark, known }) : certain;
    // Once ours, always ours: its parent may end before it does.
    for (const one of members) known.set(one.pid, one.startTime);
    return members;
  });
}

/** Ends all that carries a mark: for a supervisor that was gone before it could say what it had started. */
export function endMarked(mark: string): Promise<boolean> {
  return endMembers(() => groupMembers({ leader: null, mark, known: new Map() }));
}
