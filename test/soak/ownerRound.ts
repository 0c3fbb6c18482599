import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Machine } from '../recovery/crashTestbed.ts';
import { chanceOf } from './chance.ts';
import { signal } from './endProcess.ts';
import type { OwnerOrder } from './ownerProgram.ts';

const LEASE = { leaseMs: 400, heartbeatMs: 50 } as const;
/** An owner that says nothing for so long hangs: a finding. */
const MOST_MS = 60_000;
const MOST_OWNERS = 8;

export interface Round {
  readonly acknowledged: readonly string[];
  readonly odd: readonly string[];
  /** What became of each owner, in the order of their start. */
  readonly ends: readonly string[];
}

/**
 * Two owners on one session: the first is stopped or killed at a random moment, the second comes while it is at work or
 * stopped, and may be stopped itself; who was stopped goes on again, before or after its lease has run out. Then others
 * come until the session is done.
 */
export async function ownerRound(
  machine: Machine,
  program: string,
  seed: number,
  lifeMs: number,
): Promise<Round> {
  const chance = chanceOf(seed);
  const owners: Owner[] = [];
  const begin = (): Owner => {
    const owner = beginOwner(machine, program, owners.length);
    owners.push(owner);
    return owner;
  };
  /** Stops it at a random moment and lets it go on at another; or kills it. */
  const disturb = async (owner: Owner, killPercent: number): Promise<void> => {
    await sleep(chance.between(0, lifeMs));
    if (chance.percent(killPercent)) return owner.signal('SIGKILL');
    owner.signal('SIGSTOP');
    await sleep(chance.between(0.2, 3) * LEASE.leaseMs);
    owner.signal('SIGCONT');
  };
  const first = begin();
  const firstDisturbed = disturb(first, 25);
  await sleep(chance.between(0, lifeMs));
  const second = begin();
  const secondDisturbed = chance.percent(40) ? disturb(second, 30) : Promise.resolve();
  await Promise.all([firstDisturbed, secondDisturbed]);
  await Promise.all([first.ended, second.ended]);
  while (owners.length < MOST_OWNERS && owners.at(-1)?.isDone() !== true && !(await isDone(machine)))
    await begin().ended;
  const ends = await Promise.all(owners.map((owner) => owner.ended));
  const told = await Promise.all(owners.map((owner) => owner.told()));
  return {
    acknowledged: told.flat().flatMap((line) => (line.startsWith('acknowledged ') ? [line.slice(13)] : [])),
    odd: ends.flatMap((end, at) =>
      EXPECTED.has(end) ? [] : [`owner ${at + 1} ended with ${end}: ${told[at]?.at(-1)}`],
    ),
    ends,
  };
}

/** Done, another owner has it, killed by the round; and by nothing else. */
const EXPECTED = new Set(['exit 0', 'exit 6', 'SIGKILL']);

interface Owner {
  /** `exit <code>` or the signal that ended it. */
  readonly ended: Promise<string>;
  isDone(): boolean;
  signal(name: NodeJS.Signals): void;
  told(): Promise<readonly string[]>;
}

function beginOwner({ folder, repo, agent }: Machine, program: string, number: number): Owner {
  const told = join(folder, `owner-${number}.told`);
  const env = { ...repo.env, TMPDIR: join(folder, 'tmp') };
  const order: OwnerOrder = { folder: repo.root, env, agents: agent.settings, lease: LEASE, told };
  const child = spawn(process.execPath, [program, JSON.stringify(order)], {
    cwd: folder,
    env,
    detached: true,
    stdio: 'ignore',
  });
  const pid = child.pid ?? 0;
  let end: string | null = null;
  const hangs = setTimeout(() => {
    signal(-pid, 'SIGKILL');
    end = 'hanging';
  }, MOST_MS);
  return {
    ended: new Promise((resolve) => {
      child.once('close', (code, name) => {
        clearTimeout(hangs);
        end ??= name ?? `exit ${String(code)}`;
        resolve(end);
      });
    }),
    isDone: () => end === 'exit 0',
    // The engine alone: its agent goes on for a while, as below a real one that hangs.
    signal: (name) => void (end === null && signal(pid, name)),
    told: async () =>
      (await readFile(told, 'utf8').catch(() => '')).split('\n').filter((line) => line !== ''),
  };
}

const isDone = async ({ repo }: Machine): Promise<boolean> =>
  (await repo.git('log', '-1', '--format=%B', 'cairn/demo')).includes('Cairn-State: done');
