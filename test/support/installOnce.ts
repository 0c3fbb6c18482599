import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from './cacheFolder.ts';

/** Written last: without it the folder is what an interrupted install left, and is made anew. */
const MARKER = 'complete';

/**
 * Answers with a folder of the cache that holds what `fill` puts into it, filled at most once per machine.
 *
 * @param name with the version in it: a folder is never filled again
 */
export async function installOnce(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const cache = cacheFolder();
  const home = join(cache, name);
  if (existsSync(join(home, MARKER))) return home;

  await mkdir(cache, { recursive: true });
  await removeAbandoned(cache, `${name}.partial-`);
  // Two test runs may install at once: each in a folder of its own, and the rename decides.
  const partial = join(cache, `${name}.partial-${process.pid}`);
  await mkdir(partial);
  try {
    await fill(partial);
    await writeFile(join(partial, MARKER), `${name}\n`);
    await publish(partial, home);
  } finally {
    await rm(partial, { recursive: true, force: true, maxRetries: 5 });
  }
  return home;
}

async function publish(partial: string, home: string): Promise<void> {
  if (existsSync(join(home, MARKER))) return;
  await rm(home, { recursive: true, force: true, maxRetries: 5 });
  try {
    await rename(partial, home);
  } catch (error) {
    // Another run was first: its install is as good as this one.
    if (!existsSync(join(home, MARKER))) throw error;
  }
}

/** Clears away what killed installs left; one whose process still lives is somebody's work. */
async function removeAbandoned(cache: string, prefix: string): Promise<void> {
  for (const name of await readdir(cache)) {
    if (!name.startsWith(prefix) || isAlive(Number(name.slice(prefix.length)))) continue;
    await rm(join(cache, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // No such process is what is being asked.
  }
}
