import { basename } from 'node:path';
import { isTemporaryName } from '../../src/model/names/temporaryName.ts';
import type { SessionId } from '../../src/model/names/ids.ts';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import { withApi, type Machine } from '../recovery/crashTestbed.ts';
import { actSight, type ActSight } from './actSight.ts';
import type { SoakAct } from './acts.ts';
import { differences } from './differences.ts';
import { survivors } from './survivors.ts';
import type { Typed } from './typeAct.ts';

/** What an act comes to where nobody disturbs it, and how many milliseconds it is at work. */
export interface LivedAct {
  readonly before: ActSight;
  readonly after: ActSight;
  /** When its session has gone on to its end; null where none goes on. */
  readonly onward: ActSight | null;
  readonly workMs: number;
}

export const isLike = (one: ActSight, other: ActSight): boolean => apart(one, other).length === 0;

/**
 * What was published and what happened outside, right after a kill: as it is afterwards when the act has happened;
 * otherwise each ref as it was, or already as it will be.
 */
export function halfDone(act: SoakAct, seen: ActSight, lived: LivedAct, isDone: boolean): readonly string[] {
  const { before, after } = lived;
  const names = Object.keys({ ...before.refs, ...after.refs, ...seen.refs });
  const stray = names.filter((name) => {
    const now = JSON.stringify(seen.refs[name]);
    if (now === JSON.stringify(after.refs[name])) return false;
    return (
      isDone || (now !== JSON.stringify(before.refs[name]) && act.passing?.test(`${name} ${now}`) !== true)
    );
  });
  return [
    ...stray.map((name) => `${isDone ? 'done, and ' : ''}${name} is ${JSON.stringify(seen.refs[name])}`),
    ...differences('user', before.theirs, seen.theirs),
    ...(['', after.outside].includes(seen.outside) ? [] : [`outside: ${seen.outside}`]),
  ];
}

/**
 * When it has happened: typed once more it changes nothing, and the session goes on as any other. `kills`: of all its lives;
 * `wasKilled`: so was its last one, after the act was done.
 */
export async function finalLosses(
  machine: Machine,
  { again, onward }: SoakAct,
  lived: LivedAct,
  {
    type,
    kills,
    wasKilled,
  }: { readonly type: () => Typed; readonly kills: number; readonly wasKilled: boolean },
): Promise<readonly string[]> {
  const losses: string[] = [];
  if (again !== null) {
    const { code, said } = await type().ended;
    if (again === 'same' ? code !== 0 : !again.test(said))
      losses.push(`typed once more, it ended with ${String(code)}: ${said}`);
  }
  const seen = await actSight(machine);
  // What a killed process prepared beside a file goes with the next write there, what a killed git locked with the next act.
  const cleared = (sight: ActSight): ActSight =>
    kills > 0 || onward !== undefined ? withoutScratch(sight) : sight;
  losses.push(...apart(lived.after, cleared(wasKilled ? withoutTemporary(seen) : seen)));
  if (onward !== undefined && lived.onward !== null) {
    losses.push(...(await goOn(machine, onward)));
    losses.push(...apart(lived.onward, cleared(await actSight(machine))).map((words) => `gone on, ${words}`));
  }
  return [...losses, ...(await violations(machine)), ...(await survivors(machine))];
}

/** Without what the last life was about to write in a working tree: one that was not killed leaves nothing there of those before. */
const withoutTemporary = (sight: ActSight): ActSight => ({
  ...sight,
  disk: Object.fromEntries(Object.entries(sight.disk).filter(([path]) => !isTemporaryName(path))),
});

function withoutScratch(sight: ActSight): ActSight {
  const isScratch = (name: string): boolean =>
    basename(name).startsWith('.cairn-tmp-') || name.endsWith('.lock');
  const others = (names = ''): string =>
    names
      .split(' ')
      .filter((name) => !isScratch(name))
      .join(' ');
  const { remembered, scratch, left, ...files } = sight.disk;
  const disk = Object.fromEntries(Object.entries(files).filter(([path]) => !isScratch(path)));
  const named = { remembered: others(remembered), scratch: others(scratch), left: others(left) };
  return { ...sight, disk: { ...disk, ...named } };
}

/** To its end, with whatever approval it asks for on the way; nothing when it comes there. */
export function goOn(machine: Machine, id: string): Promise<readonly string[]> {
  const session = id as SessionId;
  return withApi(machine, async (api) => {
    const resume = () => api.resume(session, PLAIN_RESUME, new AbortController().signal);
    let { reason } = await resume();
    if (reason === 'waiting') {
      await api.approve(session, null, null);
      ({ reason } = await resume());
    }
    return reason === 'completed' ? [] : [`a resume of ${id} ends ${reason}`];
  });
}

const violations = (machine: Machine): Promise<readonly string[]> =>
  withApi(machine, async (api) =>
    (await api.verify(null)).flatMap(({ session, violations: found }) =>
      found.map((violation) => `verify: ${session} ${JSON.stringify(violation)}`),
    ),
  );

function apart(expected: ActSight, seen: ActSight): readonly string[] {
  const refs = (of: ActSight): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.entries(of.refs).map(([name, ref]) => [name, JSON.stringify(ref)]));
  return [
    ...differences('ref', refs(expected), refs(seen)),
    ...differences('disk', expected.disk, seen.disk),
    ...differences('user', expected.theirs, seen.theirs),
    ...(expected.outside === seen.outside ? [] : [`outside: ${seen.outside}`]),
  ];
}
