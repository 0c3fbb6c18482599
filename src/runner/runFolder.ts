import { join, resolve } from 'node:path';
import { mkdir, readFile } from '../host/disk.ts';
import { isObject, parseJson } from '../base/json.ts';
import { atomicWrite } from '../host/atomicWrite.ts';
import type { RunRequest } from '../session/api/run.ts';
import type { Settings } from '../session/world.ts';

/** What a runner is told: the whole of `request.json`. */
export interface RunOrder {
  readonly schema: 1;
  /** Any folder of the repository, absolute. */
  readonly folder: string;
  readonly request: RunRequest;
  /** What differs from the defaults. */
  readonly settings: Partial<Settings>;
  readonly machine?: MachineSettings;
  /** Somebody sits where it was ordered and can be asked. */
  readonly canAsk: boolean;
}

/** What names programs of this machine: never from a repository. */
export interface MachineSettings {
  /** Path of the git program; default: `git` on PATH. */
  readonly git?: string;
  /** Agents by name as the `cairn.agents` setting holds them; they come before those of the config folder. */
  readonly agents?: unknown;
  /** A command that is called when a session needs somebody, as the `cairn.notify` setting holds it. */
  readonly notify?: unknown;
}

/** Who carries a run out: the whole of `runner.json`. */
export interface RunnerProcess {
  readonly pid: number;
  /** Tells two processes of the same pid apart; null where the system does not say. */
  readonly startTime: string | null;
  /** Git directory of the repository that it works for: in a copy of that one its run is none. */
  readonly gitDir?: string;
  /** A window of the editor, which does other things and outlives the run: it is asked to stop, never killed. */
  readonly shared?: true;
}

/** Below `<common git dir>/cairn/`; the dot keeps it from being taken for a session. */
export const runsFolder = (commonDir: string): string => join(commonDir, 'cairn', '.runs');

/** The git directory of the repository that a run's folder lies in. */
export const gitDirOf = (folder: string): string => resolve(folder, '../../..');

/** The files of one run. */
export const runFiles = (folder: string): Record<'order' | 'runner' | 'events' | 'log' | 'stop', string> => ({
  order: join(folder, 'request.json'),
  runner: join(folder, 'runner.json'),
  events: join(folder, 'events.jsonl'),
  log: join(folder, 'runner.log'),
  /** Exists as soon as somebody asked the runner to stop: works before there is a session, and on Windows. */
  stop: join(folder, 'stop'),
});

export async function writeOrder(folder: string, order: RunOrder): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeWhole(runFiles(folder).order, order);
}

/** The order of a run, or null where there is none (a folder that is being made or removed). */
export function readOrder(folder: string): Promise<RunOrder | null> {
  return readValue<RunOrder>(runFiles(folder).order, (value) => value.schema === 1 && 'request' in value);
}

export function writeRunner(folder: string, runner: RunnerProcess): Promise<void> {
  return writeWhole(runFiles(folder).runner, { ...runner, gitDir: gitDirOf(folder) });
}

export function readRunner(folder: string): Promise<RunnerProcess | null> {
  return readValue<RunnerProcess>(runFiles(folder).runner, (value) => typeof value.pid === 'number');
}

const writeWhole = (file: string, value: unknown): Promise<void> =>
  atomicWrite(file, `${JSON.stringify(value)}\n`, { mode: 0o600 });

/** Null if it is not there (yet, or any more) or not ours: callers treat both alike. */
async function readValue<T>(file: string, fits: (value: Partial<T>) => boolean): Promise<T | null> {
  const value = parseJson(await readFile(file, 'utf8').catch(() => ''));
  return isObject(value) && fits(value as Partial<T>) ? (value as T) : null;
}
