import { join } from 'node:path';
import { bundle } from '../../scripts/bundle.ts';
import { copyMachine, makeFolder, makeMachine, remove } from '../recovery/crashTestbed.ts';
import { copySession } from './copySession.ts';
import { inTurns, type Finding, type Orders } from './inTurns.ts';
import { storyOf } from './killSession.ts';
import { measureSessions } from './measureSessions.ts';
import { SOAK_FLOW, SOAK_PART } from './soakFlow.ts';

export interface CopySummary {
  /** Repositories that were copied, and that were moved or had their worktree moved. */
  readonly copied: number;
  readonly moved: number;
  readonly kills: number;
  readonly findings: readonly Finding[];
}

/** Copies and moves so many repositories in the middle of a session; every session has the next seed. */
export async function copySoak(orders: Orders): Promise<CopySummary> {
  const folder = await makeFolder();
  try {
    const dist = join(folder, 'dist');
    await bundle(dist);
    const fresh = await makeMachine(join(folder, 'fresh'), SOAK_FLOW);
    await fresh.agent.part('default', SOAK_PART);
    const undisturbed = await measureSessions(fresh, folder, dist);
    let [begun, copied, moved, kills] = [0, 0, 0, 0];
    const findings = await inTurns(
      orders,
      () => begun >= orders.many,
      async (seed) => {
        begun += 1;
        const machine = await copyMachine(fresh, join(folder, `session-${seed}`));
        const session = await copySession(machine, seed, undisturbed[storyOf(seed).isolation]);
        copied += session.isCopied ? 1 : 0;
        moved += session.isCopied ? 0 : 1;
        kills += session.kills;
        return session;
      },
    );
    return { copied, moved, kills, findings };
  } finally {
    if (orders.keep !== true) await remove(folder);
  }
}
