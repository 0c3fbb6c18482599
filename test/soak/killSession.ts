import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Isolation } from '../../src/model/workflow/workflow.ts';
import { withApi, type Machine } from '../recovery/crashTestbed.ts';
import { chanceOf, type Chance } from './chance.ts';
import { beginRun, eventsOf } from './soakRun.ts';
import { isolationOf, soakOf, SOAKS, type Line, type SoakName } from './soakFlow.ts';
import { blowBy, strike } from './strike.ts';

/** What a session of the kill soak is, as its seed says. */
export interface Story {
  /** What it runs. */
  readonly of: SoakName;
  readonly isolation: Isolation;
  /** The agent commits in its worktree. */
  readonly commits: boolean;
  /** What it does to the outside world it does under `cairn effect`: once then, else at least once. */
  readonly acts: boolean;
  /** When it is done, it is restored to its first phase and goes on once more. */
  readonly restored: boolean;
}

export function storyOf(seed: number, of = soakOf(seed)): Story & { readonly chance: Chance } {
  const chance = chanceOf(seed);
  const isolation = isolationOf(of, chance, 50);
  return {
    of,
    isolation,
    commits: isolation === 'worktree' && chance.percent(40),
    restored: chance.percent(30),
    acts: chance.percent(35),
    chance,
  };
}

export interface Killed {
  readonly kills: number;
  readonly acknowledged: readonly string[];
  /** The checkpoints that there must be. */
  readonly line: Line;
  /** What nobody should have been told. */
  readonly odd: readonly string[];
}

/** How the programs are found, and how long an undisturbed run and an undisturbed restore take. Milliseconds. */
export interface Means {
  readonly dist: string;
  readonly lifeMs: number;
  readonly restoreMs: number;
}

const MOST_KILLS = 7;
/** Nothing has to be tried more often, killed or not. */
const MOST_TRIES = 25;

/** Runs a session to its end and kills whoever drives it again and again. */
export async function killSession(
  machine: Machine,
  story: ReturnType<typeof storyOf>,
  means: Means,
  mostKills = MOST_KILLS,
): Promise<Killed> {
  const { chance, restored, of } = story;
  const acknowledged: string[] = [];
  const odd: string[] = [];
  let kills = 0;
  await giveHabits(machine, story);
  const { back, line: first } = SOAKS[of];

  const toTheEnd = async (): Promise<void> => {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const delay = kills < mostKills ? chance.between(0, 0.6 * means.lifeMs) : null;
      const blow = blowBy(chance);
      const run = await beginRun(machine, story.isolation, means.dist);
      const wasKilled = await strike(run.pid, run.ended, delay, blow);
      if (wasKilled) {
        kills += 1;
        odd.push(...(await shownWrong(machine)));
      }
      const events = await eventsOf(run);
      acknowledged.push(...acknowledgedIn(events));
      const last = events.at(-1);
      if (last?.type === 'outcome' && last.outcome.reason === 'completed') return;
      if (!wasKilled && !(last?.type === 'outcome' && last.outcome.reason === 'blocked'))
        odd.push(`ended by itself: ${JSON.stringify(last)}`);
    }
    odd.push(`not done after ${MOST_TRIES} tries`);
  };

  await toTheEnd();
  if (restored) {
    kills += await restoreThrough(machine, back.to, chance, means, odd);
    await toTheEnd();
  }
  const line = [...first, ...(restored ? back.line : [])];
  return { kills, acknowledged, line, odd };
}

/** The checkpoints that a run told somebody of. */
export const acknowledgedIn = (events: Awaited<ReturnType<typeof eventsOf>>): readonly string[] =>
  events.flatMap((event) => (event.type === 'checkpoint' ? [event.commit] : []));

/** The agent's part asks for files of these names. */
export async function giveHabits({ agent }: Machine, story: Story): Promise<void> {
  for (const habit of ['commits', 'acts'] as const)
    if (story[habit]) await writeFile(join(agent.folder, habit), '');
}

/** Nobody drives it any more: it is not there yet, to be gone on with, or what its last checkpoint says. */
async function shownWrong(machine: Machine): Promise<readonly string[]> {
  const [shown] = await withApi(machine, (api) => api.list());
  const state = shown?.state ?? 'paused';
  if (/^(interrupted|paused)$/.test(state)) return [];
  const words = { done: /^Cairn-State: done$/m, blocked: /^Cairn-State: blocked$/m }[state];
  const said = await machine.repo.git('log', '-1', '--grep=^Cairn-Kind: ', '--format=%B', 'cairn/demo');
  return words?.test(said) === true
    ? []
    : [`after a kill it is listed as ${state}, and its tip says: ${said}`];
}

/** Restores to a phase until it has happened; answers how often it was killed. */
async function restoreThrough(
  machine: Machine,
  to: string,
  chance: Chance,
  means: Means,
  odd: string[],
): Promise<number> {
  for (let kills = 0; ; kills += 1) {
    const child = spawn(process.execPath, [join(means.dist, 'cli.cjs'), 'restore', 'demo', to, '--json'], {
      cwd: machine.repo.root,
      env: { ...machine.repo.env, TMPDIR: join(machine.folder, 'tmp') },
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const delay = kills < MOST_KILLS ? chance.between(0, means.restoreMs) : null;
    const wasKilled = await strike(child.pid ?? 0, ended, delay, blowBy(chance));
    const isThere = (await machine.repo.git('log', '--format=%B', 'cairn/demo')).includes(
      'Cairn-Kind: restore',
    );
    if (isThere) return kills + (wasKilled ? 1 : 0);
    if (wasKilled) continue;
    odd.push(`a restore ended with ${String(await ended)}: ${said}`);
    return kills;
  }
}
