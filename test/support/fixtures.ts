import { createHash } from 'node:crypto';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { mkdir, mkdtemp, rename, rm, writeFile } from '../../src/host/disk.ts';

/** The folder of one run of the tests, made and removed by `runFolder.ts`; undefined outside of one. */
export const runFolder = (): string | undefined => process.env['CAIRN_TEST_RUN'];

/**
 * Puts into `root` what `make` puts into an empty folder for these values: made once in a run of the tests, copied from then on.
 *
 * @param of all that what is made depends on, as JSON writes it; bytes are taken as they are
 */
export async function copyFixture(
  of: unknown,
  root: string,
  make: (root: string) => Promise<void>,
): Promise<void> {
  const run = runFolder();
  if (run === undefined) return make(root);
  const kept = join(run, 'fixtures', digestOf(of));
  if (!existsSync(kept)) {
    await mkdir(join(run, 'fixtures'), { recursive: true });
    const fresh = await mkdtemp(join(run, 'fresh-'));
    await make(fresh);
    // In one step; whoever was faster has made the same.
    await rename(fresh, kept).catch(() => rm(fresh, { recursive: true, force: true }));
  }
  // In this thread: a hundred small files, and a hand-over to another thread for each call is five times the work.
  cpSync(kept, root, { recursive: true, preserveTimestamps: true });
}

/** A name for all that a fixture depends on, as JSON writes it; bytes are taken as they are. */
export const digestOf = (of: unknown): string =>
  createHash('sha256').update(JSON.stringify(of, bytesToo)).digest('hex');

/** Makes something for all files of a run, under a name of its own; two that ask at the same time may both make it. */
export async function oncePerRun(name: string, make: () => Promise<void>): Promise<void> {
  const run = runFolder();
  if (run !== undefined && existsSync(join(run, name))) return;
  await make();
  if (run !== undefined) await writeFile(join(run, name), '');
}

/** The user's cache folder for what is started by the tests of a run, so that a git is asked for its version once. */
export function userCache(): Readonly<Record<string, string>> {
  const run = runFolder();
  return run === undefined ? {} : { XDG_CACHE_HOME: join(run, 'cache') };
}

const bytesToo = (_key: string, value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
