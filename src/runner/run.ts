import { dirname, join } from 'node:path';
import { readdir, rm, rmdir, stat, writeFile } from '../host/disk.ts';
import { onDisk } from '../files/asCairnError.ts';
import type { SessionId } from '../model/names/ids.ts';
import { follow, isAlive } from './follow.ts';
import { isRunning } from './isRunning.ts';
import { isLastWord, type Happening, type RunEvent } from './runEvents.ts';
import { readOrder, readRunner, runFiles, runsFolder, type RunOrder } from './runFolder.ts';

/** A working runner seen from outside: by whoever launched it, or by any other window or terminal. */
export interface Run {
  readonly folder: string;
  /** The runner's log, for when it dies. */
  readonly log: string;
  /** From the beginning to the last word. */
  follow(signal?: AbortSignal): AsyncIterable<RunEvent>;
  /** Politely: the attempt is ended, the session stays resumable, the last word is an outcome. */
  askToStop(): Promise<void>;
  /** At once: the supervisor ends what the runner had started. A window is asked to stop, as it holds more than the run. */
  kill(): Promise<void>;
  /** Removes what is left of a run that began nothing, and the folders that were made for it. */
  discard(): Promise<void>;
}

export function openRun(folder: string): Run {
  const files = runFiles(folder);
  return {
    folder,
    log: files.log,
    follow: (signal) => follow(folder, signal === undefined ? {} : { signal }),
    askToStop: () => onDisk(files.stop, () => writeFile(files.stop, '')),
    async kill() {
      const runner = await readRunner(folder);
      if (runner?.shared === true) await onDisk(files.stop, () => writeFile(files.stop, ''));
      else if (runner !== null && isRunning(runner, folder)) process.kill(runner.pid, 'SIGKILL');
    },
    async discard() {
      await rm(folder, { recursive: true, force: true });
      // They stay where anything else is in them.
      for (const above of [dirname(folder), dirname(dirname(folder))]) await rmdir(above).catch(() => {});
    },
  };
}

/** The newest living run of a session, or null. */
export async function findRun(commonDir: string, session: SessionId): Promise<Run | null> {
  for (const folder of await runsOf(commonDir)) {
    const order = await readOrder(folder);
    if (order !== null && sessionOf(order) === session && (await isAlive(folder))) return openRun(folder);
  }
  return null;
}

/** How often an onlooker's view is updated. Milliseconds. */
const LOOK_MS = 250;

/** What the living run of a session says, from its beginning and without its last word; nothing where none lives. */
export async function* happeningsOf(
  commonDir: string,
  session: SessionId,
  signal: AbortSignal,
): AsyncGenerator<Happening & { readonly at: string }> {
  const run = await findRun(commonDir, session);
  if (run === null) return;
  for await (const event of follow(run.folder, { signal, pollMs: LOOK_MS }))
    if (!isLastWord(event)) yield event;
}

/** Removes runs that ended more than a day ago. */
export async function cleanRuns(commonDir: string, now: number): Promise<void> {
  for (const folder of await runsOf(commonDir)) {
    const { mtimeMs } = await stat(runFiles(folder).events)
      .catch(() => stat(folder))
      .catch(() => ({ mtimeMs: now })); // someone else has just removed it
    if (now - mtimeMs < 24 * 3600 * 1000 || (await isAlive(folder))) continue;
    await rm(folder, { recursive: true, force: true });
  }
}

/** A person may have named a new session as a branch. */
function sessionOf({ request }: RunOrder): string | null {
  return request.verb === 'resume' ? request.session : (request.options.id?.split('/').at(-1) ?? null);
}

/** Folders of all runs, newest first: their names begin with the time. */
async function runsOf(commonDir: string): Promise<readonly string[]> {
  const runs = runsFolder(commonDir);
  const names = await readdir(runs).catch(() => []); // no run yet
  return names.toSorted((a, b) => (a < b ? 1 : -1)).map((name) => join(runs, name));
}
