import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StartOptions } from '../../src/session/api/run.ts';
import { disposeAfterTest } from './disposeAfterTest.ts';
import { digestOf, runFolder } from './fixtures.ts';
import { openGitRepo } from './gitRepo.ts';
import { ground, makesOut, type Ground } from './ground.ts';
import { stageAround, type Before, type Stage } from './session.ts';

/**
 * A {@link ground} whose sessions were started and came to rest: made once in a worker, and copied from then on to the place where
 * it was made, since a repository, its worktrees and what Cairn notes of them know each other by their paths.
 *
 * @param options an agent in them touches the tree only and uses no variable from outside: it is not called for a copy's starts
 */
export async function startedGround(
  options: Omit<Ground, 'world'> = {},
  ...starts: readonly Partial<StartOptions>[]
): Promise<Stage> {
  const { plays = makesOut } = options;
  const place = placeOf([options, String(plays), starts]);
  if (place === null || existsSync(place.used)) {
    const another = await ground(options);
    await startEach(another, starts);
    return another;
  }
  mkdirSync(place.used, { recursive: true });
  disposeAfterTest(async () => rmSync(place.used, { recursive: true, force: true, maxRetries: 3 }));
  if (existsSync(place.before)) {
    cpSync(place.kept, place.used, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    const repo = openGitRepo(join(place.used, options.repo?.name ?? 'repo'), null, 1);
    return stageAround(repo, { plays }, JSON.parse(readFileSync(place.before, 'utf8')) as Before);
  }
  const made = await ground({ ...options, repo: { ...options.repo, parent: place.used } });
  await startEach(made, starts);
  cpSync(place.used, place.kept, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  const before = { progress: made.progress, runs: await made.agent.runs() };
  writeFileSync(place.before, JSON.stringify(before));
  // Opened anew, as every later one: whoever made it remembers what it read.
  return stageAround(made.repo, { plays }, before);
}

/** Without any it is started once, as tests start one. */
async function startEach(of: Stage, starts: readonly Partial<StartOptions>[]): Promise<void> {
  for (const start of starts.length > 0 ? starts : [{}]) await of.start(start);
}

interface Place {
  readonly used: string;
  readonly kept: string;
  /** What was told and run while it was made; written last. */
  readonly before: string;
}

/** One for each worker and value; null outside of a run of the tests. */
function placeOf(value: unknown): Place | null {
  const run = runFolder();
  if (run === undefined) return null;
  const home = join(run, 'started', String(process.pid), digestOf(value));
  return { used: join(home, 'used'), kept: join(home, 'kept'), before: join(home, 'before.json') };
}
