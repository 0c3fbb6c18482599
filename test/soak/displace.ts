import { execFileSync } from 'node:child_process';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Isolation } from '../../src/model/workflow/workflow.ts';
import type { Machine } from '../recovery/crashTestbed.ts';
import { openGitRepo } from '../support/gitRepo.ts';
import { playedAgent } from '../support/playedAgent.ts';
import type { Chance } from './chance.ts';

const WAYS = ['copied', 'copied with its worktrees', 'moved', 'moved with its worktrees'] as const;
const IN_WORKTREES = [...WAYS, 'worktree moved by hand'] as const;

/** What a person does with folders, while nobody is at work in them or whoever is stands still. */
export type Displacement = (typeof IN_WORKTREES)[number];

export function displacementOf(chance: Chance, isolation: Isolation): Displacement {
  const ways = isolation === 'in-place' ? WAYS : IN_WORKTREES;
  return ways[Math.floor(chance.between(0, ways.length))] ?? 'copied';
}

export const isCopy = (way: Displacement): boolean => way.startsWith('copied');

/**
 * Copies or moves the repository, or moves the worktree away; answers the machine around what came of it. What an attempt
 * that was cut off left in a worktree that stays with somebody else is not to be found there.
 */
export async function displace(
  machine: Machine,
  way: Displacement,
  isolation: Isolation,
  folder: string,
): Promise<Machine> {
  if (way === 'worktree moved by hand') {
    const from = join(machine.folder, 'repo.worktrees');
    await rename(join(from, 'demo'), join(from, 'by-hand')).catch(ifThere);
    await forgetTraces(machine.agent.folder);
    return machine;
  }
  await mkdir(folder);
  const names = ['repo', 'play', 'tmp', ...(way.endsWith('with its worktrees') ? ['repo.worktrees'] : [])];
  for (const name of names) {
    const [from, to] = [join(machine.folder, name), join(folder, name)];
    if (isCopy(way)) execFileSync('sh', ['-ec', 'if [ -e "$1" ]; then cp -a "$1" "$2"; fi', 'sh', from, to]);
    else await rename(from, to).catch(ifThere);
  }
  const play = join(folder, 'play');
  if (isCopy(way)) {
    if (isolation === 'worktree') await forgetTraces(play);
    await writeFile(join(play, 'places'), '');
  }
  const agent = await playedAgent(play, { keep: true });
  return { folder, repo: openGitRepo(join(folder, 'repo'), folder), agent };
}

const forgetTraces = (play: string): Promise<void> => writeFile(join(play, 'traces'), '');

function ifThere(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
