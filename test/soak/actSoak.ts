import { join } from 'node:path';
import type { Isolation } from '../../src/model/workflow/workflow.ts';
import { copyMachine, remove, type Machine } from '../recovery/crashTestbed.ts';
import { actGrounds } from './actGrounds.ts';
import { goOn, type LivedAct } from './actLosses.ts';
import { actSight } from './actSight.ts';
import { ACTS, type SoakAct } from './acts.ts';
import type { Chance } from './chance.ts';
import { killAct, type KilledAct } from './killAct.ts';
import { typeAct } from './typeAct.ts';

/** Kills one act of the table, which one is by chance; its machine is below a folder that the caller removes. */
export type KillSomeAct = (chance: Chance, name: string) => Promise<KilledAct & { readonly about: string }>;

/** What every killed act is compared with is made once, when it is first asked for: under the same load as what is killed. */
export function actSoak(folder: string, dist: string): KillSomeAct {
  const groundOf = actGrounds(folder);
  const known = new Map<string, Promise<LivedAct>>();
  const works = new Map<string, number>();

  const live = async (name: string, act: SoakAct, isolation: Isolation): Promise<LivedAct> => {
    const at = join(folder, `lived-${name.replaceAll(' ', '-')}-${isolation}`);
    const machine = await copyMachine(await groundOf(act.ground, isolation), at);
    const lived = await liveAct(machine, act, dist);
    await remove(machine.folder);
    return lived;
  };
  const livedOf = (name: string, act: SoakAct, isolation: Isolation): Promise<LivedAct> => {
    const key = `${name} ${isolation}`;
    const lived = known.get(key) ?? live(name, act, isolation);
    known.set(key, lived);
    return lived;
  };

  return async (chance, copy) => {
    const [name, act] = drawn(chance);
    const isolation = act.only ?? (chance.percent(50) ? 'in-place' : 'worktree');
    const lived = await livedOf(name, act, isolation);
    const machine = await copyMachine(await groundOf(act.ground, isolation), join(folder, copy));
    const killed = await killAct(
      machine,
      act,
      { ...lived, workMs: works.get(name) ?? lived.workMs },
      dist,
      chance,
    );
    if (killed.workMs !== null) works.set(name, killed.workMs);
    await remove(machine.folder);
    return { ...killed, about: `${name}, ${isolation}` };
  };
}

function drawn(chance: Chance): readonly [string, SoakAct] {
  const all = Object.entries(ACTS);
  const one = all[Math.floor(chance.between(0, all.length))];
  if (one === undefined) throw new Error('no acts');
  return one;
}

async function liveAct(machine: Machine, act: SoakAct, dist: string): Promise<LivedAct> {
  const before = await actSight(machine);
  const { atWork, ended } = typeAct(machine, dist, act.typed(machine));
  await atWork;
  const began = performance.now();
  const { code, said } = await ended;
  const workMs = performance.now() - began;
  if (code !== 0) throw new Error(`undisturbed, it ended with ${String(code)}: ${said}`);
  const after = await actSight(machine);
  if (!act.isDone(after) && act.isDone(before)) throw new Error('it was done before');
  if (act.onward === undefined) return { before, after, onward: null, workMs };
  const odd = await goOn(machine, act.onward);
  if (odd.length > 0) throw new Error(odd.join('\n'));
  return { before, after, onward: await actSight(machine), workMs };
}
