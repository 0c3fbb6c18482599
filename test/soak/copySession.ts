import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { remove, type Machine } from '../recovery/crashTestbed.ts';
import { diskOf } from '../support/diskOf.ts';
import { chanceOf } from './chance.ts';
import { differences } from './differences.ts';
import { displace, displacementOf, isCopy } from './displace.ts';
import { descendantsOf, signal } from './endProcess.ts';
import { acknowledgedIn, giveHabits, killSession, storyOf } from './killSession.ts';
import { lossesOf, type Undisturbed } from './losses.ts';
import type { Measured } from './measureSession.ts';
import { beginRun, eventsOf, type Begun } from './soakRun.ts';
import { blowBy, strike } from './strike.ts';

export interface Copied {
  readonly isCopied: boolean;
  readonly kills: number;
  readonly about: string;
  readonly losses: readonly string[];
}

/**
 * A session whose repository is copied or moved while its owner is dead or stands still. It goes on in each place, one after
 * the other or in both at once, killed again and again: each comes to its own end in a working tree of its own, and nobody
 * touches the other.
 */
export async function copySession(
  machine: Machine,
  seed: number,
  { expected, means }: Measured,
): Promise<Copied> {
  const story = storyOf(seed);
  const { chance, isolation } = story;
  const way = displacementOf(chance, isolation);
  const isCopied = isCopy(way);
  const standsStill = isCopied && chance.percent(40);
  const atOnce = standsStill || chance.percent(50);
  await giveHabits(machine, story);
  // Who stands still shall often have an agent at work.
  const lingers = join(machine.agent.folder, 'lingers');
  if (standsStill) await writeFile(lingers, '');

  const first = await beginRun(machine, isolation, means.dist);
  const delay = chance.between(0, means.lifeMs);
  const goOn = standsStill ? await halt(first, delay) : null;
  const wasKilled = !standsStill && (await strike(first.pid, first.ended, delay, blowBy(chance)));
  const before = acknowledgedIn(await eventsOf(first));
  // Nothing is left to do then, and nobody makes or ties a worktree in the new place.
  const wasOver = isolation === 'worktree' && (await isDone(machine));
  await rm(lingers, { force: true });
  const other = await displace(machine, way, isolation, `${machine.folder}-there`);
  // The copy comes while it stands still, or goes on again.
  const standing = goOn === null ? null : sleep(chance.between(0, 2 * means.lifeMs)).then(goOn);

  const expectedOf = (side: Machine): Undisturbed =>
    wasOver && (side !== machine || !isCopied) ? { ...expected, disk: null } : expected;

  let kills = wasKilled ? 1 : 0;
  const live = async (side: Machine, salt: number): Promise<readonly string[]> => {
    const disturbed = standsStill && side === machine ? await endedOtherwise(first) : [];
    const killed = await killSession(side, { ...story, chance: chanceOf(seed ^ salt) }, means);
    kills += killed.kills;
    const acknowledged = [...before, ...killed.acknowledged];
    return [
      ...disturbed,
      ...killed.odd,
      ...(await lossesOf(side, expectedOf(side), killed.line, acknowledged)),
    ];
  };
  const losses: string[] = [];
  if (!isCopied) losses.push(...(await live(other, 1)));
  else if (atOnce) losses.push(...(await Promise.all([live(machine, 1), live(other, 2)])).flat());
  else {
    const [one, resting] = chance.percent(50) ? [machine, other] : [other, machine];
    const rested = await restOf(resting);
    losses.push(...(await live(one, 1)), ...differences('at rest', rested, await restOf(resting)));
    losses.push(...(await live(resting, 2)));
  }
  await standing;
  if (isCopied) losses.push(...(await sharedPlaces(machine, other)));
  if (losses.length === 0) for (const { folder } of [machine, other]) await remove(folder);
  const how = [
    way,
    ...(standsStill ? ['while it stood still'] : []),
    ...(isCopied && atOnce ? ['both at once'] : []),
  ];
  return { isCopied, kills, about: `${isolation}, ${how.join(', ')}: ${kills} kills`, losses };
}

/** Stops a run with all that it has started, as a laptop that is closed; what is answered lets it go on. */
async function halt(run: Begun, delay: number): Promise<() => void> {
  await Promise.race([run.ended, sleep(delay)]);
  signal(-run.pid, 'SIGSTOP');
  const below = descendantsOf(run.pid).map(({ id }) => id);
  for (const pid of below) signal(pid, 'SIGSTOP');
  return () => {
    for (const pid of [...below, -run.pid]) signal(pid, 'SIGCONT');
  };
}

/** Who stood still and goes on comes to the end, whatever the copy does meanwhile. */
async function endedOtherwise(run: Begun): Promise<readonly string[]> {
  await run.ended;
  const last = (await eventsOf(run)).at(-1);
  // Of waves one phase is blocked the first time; whoever comes next goes on with it.
  const isBlocked = last?.type === 'outcome' && last.outcome.reason === 'blocked';
  return isBlocked || (await isOver(run))
    ? []
    : [`who stood still ended with ${JSON.stringify((await eventsOf(run)).at(-1))}`];
}

async function isOver(run: Begun): Promise<boolean> {
  const last = (await eventsOf(run)).at(-1);
  return last?.type === 'outcome' && last.outcome.reason === 'completed';
}

/** By its tip: whoever published that may have been killed before it could say so. */
async function isDone({ repo }: Machine): Promise<boolean> {
  if ((await repo.git('for-each-ref', 'refs/heads/cairn/demo')) === '') return false;
  return /^Cairn-State: done$/m.test(await repo.git('log', '-1', '--format=%B', 'cairn/demo'));
}

/** All that somebody else's session must leave alone. */
async function restOf({ folder, repo }: Machine): Promise<Readonly<Record<string, string>>> {
  const worktrees = join(folder, 'repo.worktrees');
  const link = await readFile(join(worktrees, 'demo/.git'), 'utf8').catch(() => '');
  return {
    ...(await diskOf(repo.root)),
    ...(await diskOf(worktrees)),
    'worktree of': link,
    refs: await repo.git('for-each-ref'),
    worktrees: await repo.git('worktree', 'list', '--porcelain'),
  };
}

/** Folders in which agents of both were at work. */
async function sharedPlaces(one: Machine, other: Machine): Promise<readonly string[]> {
  const [mine, theirs] = [await placesOf(one), await placesOf(other)];
  return [...mine].filter((place) => theirs.has(place)).map((place) => `agents of both worked in ${place}`);
}

async function placesOf({ agent }: Machine): Promise<ReadonlySet<string>> {
  const text = await readFile(join(agent.folder, 'places'), 'utf8').catch(() => '');
  return new Set(text.split('\n').filter((line) => line !== ''));
}
