import { startTimeOf } from '../host/processStart.ts';
import type { ProcessGroup } from '../session/ports.ts';
import { endMembers, endWindowsTree } from './endMembers.ts';
import { groupMembers } from './groupMembers.ts';

/**
 * Ends whatever is left of a group that an engine, perhaps dead, has started; true if anything was alive.
 *
 * The system reuses numbers, so we end no process by its number alone: the leader is ours while it has the recorded start time,
 * and its group is ours while the leader, or a member with the mark, is in it (as long as one member lives, the system gives the
 * number to no other group). On Windows we can recognise only the leader.
 */
export async function endGroup(group: ProcessGroup): Promise<boolean> {
  const leaderLives = startTimeOf(group.pid) === group.startTime;
  if (process.platform === 'win32') return leaderLives && endWindowsTree(group.pid);
  const known = new Map(leaderLives ? [[group.pid, group.startTime]] : []);
  return endMembers(() => {
    const certain = groupMembers({ leader: null, mark: group.mark, known });
    const isOurs = certain.some((one) => one.group === group.pid || one.session === group.pid);
    return isOurs ? groupMembers({ leader: group.pid, mark: group.mark, known }) : certain;
  });
}

/** Ends every process with a mark: for a supervisor that died before it could say what it had started. */
export function endMarked(mark: string): Promise<boolean> {
  return endMembers(() => groupMembers({ leader: null, mark, known: new Map() }));
}
