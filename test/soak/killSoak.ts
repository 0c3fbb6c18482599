import { join } from 'node:path';
import { copyMachine, remove } from '../recovery/crashTestbed.ts';
import { actSoak } from './actSoak.ts';
import { chanceOf } from './chance.ts';
import { killSession, storyOf } from './killSession.ts';
import { leftOver } from './leftOver.ts';
import { lossesOf } from './losses.ts';
import { inTurns, type Finding, type Orders } from './inTurns.ts';
import { onSoakGround, type SoakGround } from './soakGround.ts';

/** How often something was killed, over how many sessions, and what was lost. */
export interface Struck {
  readonly kills: number;
  readonly sessions: number;
  readonly findings: readonly Finding[];
}

export interface KillSummary {
  /** Runs, and the restores of some of them. */
  readonly runs: Struck;
  /** What a person begins by hand; `midway` kills left something done and something not. */
  readonly acts: Struck & { readonly midway: number };
}

/** So many of a hundred sessions have an act killed: these take less time, and fewer kills. */
const ACT_PERCENT = 65;
export const isAct = (seed: number): boolean => chanceOf(seed ^ 0x5eed).percent(ACT_PERCENT);

/**
 * Kills running sessions, and acts that a person begins by hand, at random instants until there were so many kills, and some of
 * either; every session has the next seed.
 */
export function killSoak(orders: Orders): Promise<KillSummary> {
  return onSoakGround(orders, async (ground) => {
    const killRun = runSoak(ground, orders);
    const killSomeAct = actSoak(ground.folder, ground.dist);
    const [runs, acts] = [
      { kills: 0, sessions: 0 },
      { kills: 0, sessions: 0, midway: 0 },
    ];
    const typed = (seed: number): boolean => orders.of === undefined && isAct(seed);
    const findings = await inTurns(
      orders,
      () =>
        runs.kills + acts.kills >= orders.many &&
        runs.kills > 0 &&
        (acts.kills > 0 || orders.of !== undefined),
      async (seed) => {
        const into = typed(seed) ? acts : runs;
        const killed = typed(seed)
          ? await killSomeAct(chanceOf(seed), `act-${seed}`)
          : { ...(await killRun(seed)), midway: 0 };
        into.kills += killed.kills;
        into.sessions += 1;
        acts.midway += killed.midway;
        return { about: `${killed.about}: ${killed.kills} kills`, losses: killed.losses };
      },
    );
    const [ofActs, ofRuns] = [true, false].map((wanted) =>
      findings.filter(({ seed }) => typed(seed) === wanted),
    );
    return { runs: { ...runs, findings: ofRuns ?? [] }, acts: { ...acts, findings: ofActs ?? [] } };
  });
}

type KillRun = (
  seed: number,
) => Promise<{ readonly kills: number; readonly about: string; readonly losses: readonly string[] }>;

function runSoak(ground: SoakGround, { of, each }: Orders): KillRun {
  return async (seed) => {
    const story = storyOf(seed, of);
    const { expected, means } = await ground.undisturbed(story);
    const machine = await copyMachine(await ground.fresh(story.of), join(ground.folder, `session-${seed}`));
    const killed = await killSession(machine, story, means, each);
    const lost = await lossesOf(machine, expected, killed.line, killed.acknowledged);
    const found = [...killed.odd, ...lost];
    // What is lost is looked at where it was lost.
    const losses = found.length > 0 ? found : await leftOver(machine);
    if (losses.length === 0) await remove(machine.folder);
    const what = (['commits', 'restored', 'acts'] as const).filter((word) => story[word]);
    return {
      kills: killed.kills,
      about: [story.of, story.isolation, ...what].join(', '),
      losses,
    };
  };
}
