import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Machine } from '../recovery/crashTestbed.ts';
import { actSight } from './actSight.ts';
import { finalLosses, halfDone, isLike, type LivedAct } from './actLosses.ts';
import type { SoakAct } from './acts.ts';
import type { Chance } from './chance.ts';
import { blowBy, strike } from './strike.ts';
import { typeAct, type Typed } from './typeAct.ts';

export interface KilledAct {
  readonly kills: number;
  /** How many of them left something done and something not. */
  readonly midway: number;
  /** How many milliseconds the last was at work that was not killed: the machine may be faster by now. Null: none was left to live. */
  readonly workMs: number | null;
  readonly losses: readonly string[];
}

const MOST_KILLS = 5;

/**
 * Types an act again and again and kills it at random instants of its life, until it has happened; answers what is not as
 * it is where nobody disturbs it.
 */
export async function killAct(
  machine: Machine,
  act: SoakAct,
  lived: LivedAct,
  dist: string,
  chance: Chance,
): Promise<KilledAct> {
  const type = (): Typed => typeAct(machine, dist, act.typed(machine));
  const losses: string[] = [];
  let [kills, midway, isDone, wasKilled] = [0, 0, false, false];
  let workMs: number | null = null;
  while (!isDone) {
    const { pid, atWork, ended } = type();
    await atWork;
    const began = performance.now();
    const delay = kills < MOST_KILLS ? chance.between(0, lived.workMs) : null;
    wasKilled = await strike(pid, ended, delay, blowBy(chance));
    if (wasKilled) {
      kills += 1;
      // The repository's, and not Cairn's to remove: git names it, and the person does.
      await rm(join(machine.repo.root, '.git/packed-refs.lock'), { force: true });
      const seen = await actSight(machine);
      isDone = act.isDone(seen);
      midway += isLike(seen, lived.before) || isLike(seen, lived.after) ? 0 : 1;
      losses.push(...halfDone(act, seen, lived, isDone).map((words) => `after kill ${kills}: ${words}`));
    } else {
      const { code, said } = await ended;
      workMs = performance.now() - began;
      const isToldSo = kills > 0 && act.again instanceof RegExp && act.again.test(said);
      if (code !== 0 && !isToldSo) losses.push(`after ${kills} kills it ended with ${String(code)}: ${said}`);
      isDone = true;
    }
  }
  losses.push(...(await finalLosses(machine, act, lived, { type, kills, wasKilled })));
  return { kills, midway, workMs, losses };
}
