import { join } from 'node:path';
import { copyMachine } from '../recovery/crashTestbed.ts';
import { copySession } from './copySession.ts';
import { inTurns, type Finding, type Orders } from './inTurns.ts';
import { storyOf } from './killSession.ts';
import { onSoakGround } from './soakGround.ts';

export interface CopySummary {
  /** Repositories that were copied, and that were moved or had their worktree moved. */
  readonly copied: number;
  readonly moved: number;
  readonly kills: number;
  readonly findings: readonly Finding[];
}

/** Copies and moves so many repositories in the middle of a session; every session has the next seed. */
export function copySoak(orders: Orders): Promise<CopySummary> {
  return onSoakGround(orders, async ({ folder, fresh, undisturbed }) => {
    let [begun, copied, moved, kills] = [0, 0, 0, 0];
    const findings = await inTurns(
      orders,
      () => begun >= orders.many,
      async (seed) => {
        begun += 1;
        const story = storyOf(seed);
        const measured = await undisturbed(story);
        const machine = await copyMachine(await fresh(story.of), join(folder, `session-${seed}`));
        const session = await copySession(machine, seed, measured);
        copied += session.isCopied ? 1 : 0;
        moved += session.isCopied ? 0 : 1;
        kills += session.kills;
        return session;
      },
    );
    return { copied, moved, kills, findings };
  });
}
