import { join } from 'node:path';
import type { Isolation } from '../../src/model/workflow.ts';
import { bundle } from '../../scripts/bundle.ts';
import { copyMachine, makeFolder, makeMachine, remove, type Machine } from '../recovery/crashTestbed.ts';
import { killSession, storyOf, type Means } from './killSession.ts';
import { lossesOf, sightOf, type Undisturbed } from './losses.ts';
import { inTurns, type Finding, type Orders } from './inTurns.ts';
import { SOAK_FLOW, SOAK_PART } from './soakFlow.ts';

export interface KillSummary {
  readonly kills: number;
  readonly sessions: number;
  readonly findings: readonly Finding[];
}

/** Kills running sessions at random instants until there were so many kills; every session has the next seed. */
export async function killSoak(orders: Orders): Promise<KillSummary> {
  const folder = await makeFolder();
  try {
    const dist = join(folder, 'dist');
    await bundle(dist);
    const fresh = await makeMachine(join(folder, 'fresh'), SOAK_FLOW);
    await fresh.agent.part('default', SOAK_PART);
    const undisturbed = await measure(fresh, folder, dist);
    let kills = 0;
    let sessions = 0;
    const findings = await inTurns(
      orders,
      () => kills >= orders.many,
      async (seed) => {
        const story = storyOf(seed);
        const machine = await copyMachine(fresh, join(folder, `session-${seed}`));
        const { expected, means } = undisturbed[story.isolation];
        const killed = await killSession(machine, story, means);
        const lost = await lossesOf(machine, expected, killed.line, killed.acknowledged);
        kills += killed.kills;
        sessions += 1;
        await remove(machine.folder);
        const what = (['commits', 'restored', 'acts'] as const).filter((word) => story[word]);
        return {
          about: `${[story.isolation, ...what].join(', ')}: ${killed.kills} kills`,
          losses: [...killed.odd, ...lost],
        };
      },
    );
    return { kills, sessions, findings };
  } finally {
    if (orders.keep !== true) await remove(folder);
  }
}

type Measured = { readonly expected: Undisturbed; readonly means: Means };

/** One undisturbed session of each kind: what it comes to, and how long it takes. */
async function measure(
  fresh: Machine,
  folder: string,
  dist: string,
): Promise<Readonly<Record<Isolation, Measured>>> {
  const one = async (isolation: Isolation): Promise<Measured> => {
    const machine = await copyMachine(fresh, join(folder, `undisturbed-${isolation}`));
    const began = performance.now();
    const patience = { dist, lifeMs: Infinity, restoreMs: Infinity };
    const story = {
      isolation,
      commits: false,
      restored: false,
      acts: false,
      chance: { ...storyOf(0).chance, between: () => 60_000 },
    };
    const { odd } = await killSession(machine, story, patience);
    if (odd.length > 0) throw new Error(odd.join('\n'));
    const lifeMs = performance.now() - began;
    const expected = await sightOf(machine);
    await remove(machine.folder);
    return { expected, means: { dist, lifeMs, restoreMs: lifeMs * 0.6 } };
  };
  return { worktree: await one('worktree'), 'in-place': await one('in-place') };
}
