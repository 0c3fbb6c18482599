import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StartOptions } from '../../src/session/api/run.ts';
import { badWorld, worldAround, type BadWorld, type BadWorldOptions, type Heard } from './badWorld.ts';
import { disposeAfterTest } from './disposeAfterTest.ts';
import { digestOf, runFolder } from './fixtures.ts';
import { openGitRepo } from './gitRepo.ts';

/**
 * A world whose sessions were started and came to rest: made once in a worker, and copied from then on to the place where it was
 * made, since a repository, its worktrees and what Cairn notes of them know each other by their paths.
 *
 * @param options a worker in them touches the tree only and uses no variable from outside: it is not called for a copy's starts
 */
export async function startedWorld(
  options: Omit<BadWorldOptions, 'world'> = {},
  ...starts: readonly Partial<StartOptions>[]
): Promise<BadWorld> {
  const place = placeOf([options, String(options.worker), starts]);
  if (place === null || existsSync(place.used)) {
    const another = await badWorld(options);
    await startEach(another, starts);
    return another;
  }
  mkdirSync(place.used, { recursive: true });
  disposeAfterTest(async () => rmSync(place.used, { recursive: true, force: true, maxRetries: 3 }));
  if (existsSync(place.heard)) {
    cpSync(place.kept, place.used, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    const repo = openGitRepo(join(place.used, options.repo?.name ?? 'repo'), null, 1);
    return worldAround(repo, options, JSON.parse(readFileSync(place.heard, 'utf8')) as Heard);
  }
  const made = await badWorld({ ...options, repo: { ...options.repo, parent: place.used } });
  await startEach(made, starts);
  cpSync(place.used, place.kept, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  const { told, attempts, prompts } = made;
  writeFileSync(place.heard, JSON.stringify({ told, attempts, prompts } satisfies Heard));
  // Opened anew, as every later one: whoever made it remembers what it read.
  return worldAround(made.repo, options, made);
}

/** Without any it is started once, as tests start one. */
async function startEach(world: BadWorld, starts: readonly Partial<StartOptions>[]): Promise<void> {
  for (const start of starts.length > 0 ? starts : [{}]) await world.start(start);
}

interface Place {
  readonly used: string;
  readonly kept: string;
  /** What was heard while it was made; written last. */
  readonly heard: string;
}

/** One for each worker and value; null outside of a run of the tests. */
function placeOf(value: unknown): Place | null {
  const run = runFolder();
  if (run === undefined) return null;
  const home = join(run, 'started', String(process.pid), digestOf(value));
  return { used: join(home, 'used'), kept: join(home, 'kept'), heard: join(home, 'heard.json') };
}
