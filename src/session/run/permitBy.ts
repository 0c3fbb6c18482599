import { judgePermission, type PermissionPolicy } from '../../model/permission.ts';
import type { PermissionRecord } from '../../model/phaseRecord.ts';
import type { Drive } from '../drive.ts';
import type { AgentTask, PermissionAsked } from '../ports.ts';

/**
 * The policy of an agent decides what it may do, by the kind of act and by where it really is. Every decision is in the
 * journal before the agent hears of it.
 */
export function permitBy({ world, root, state }: Drive, policy: PermissionPolicy): AgentTask['permit'] {
  return async (asked) => {
    const places = await Promise.all(asked.paths.map((path) => world.files.whereabouts(root, path)));
    // Nobody can be asked yet: what the policy would ask is not done.
    const allowed = judgePermission(policy, asked.kind, places) === 'allow';
    const at = world.clock.now();
    const permission = recordOf(asked, allowed ? 'allowed' : 'denied', at);
    await state.journal({ type: 'permission-decided', at, permission }, { flush: false });
    return allowed ? 'allow' : 'deny';
  };
}

const LONGEST_TITLE = 200;
const MOST_PATHS = 20;

const recordOf = (
  { title, kind, paths }: PermissionAsked,
  decision: PermissionRecord['decision'],
  at: PermissionRecord['at'],
): PermissionRecord => ({
  at,
  kind,
  title: title.slice(0, LONGEST_TITLE),
  paths: paths.slice(0, MOST_PATHS),
  decision,
  by: 'policy',
});
