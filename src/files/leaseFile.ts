import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { atomicWrite, codeOf } from '../host/atomicWrite.ts';
import { OWNER_FILE } from './onlyOwner.ts';
import { writeOnce } from './onceFile.ts';

/** What stands in `lease.<epoch>.json`. */
export interface LeaseRecord {
  readonly schema: 1;
  readonly machine: string;
  readonly host: string;
  readonly pidNamespace: string;
  readonly pid: number;
  readonly startTime: string;
  /** Tells two leases of one process apart. */
  readonly nonce: string;
  readonly gitDir: string;
  readonly session: string;
  /** Name of the run that holds it, for windows that look for its output. */
  readonly run: string | null;
  readonly since: string;
  /** Grows with every heartbeat. */
  readonly counter: number;
  readonly released: boolean;
}

/** The newest lease of a key; `record: null` = a file is there that nobody could have written whole. */
export interface NewestLease {
  readonly epoch: number;
  readonly record: LeaseRecord | null;
  /** The text as found: that it changes is a heartbeat, whatever it says. */
  readonly text: string;
}

/** The lease file of the highest epoch, or null when there never was one. */
export async function newestLease(folder: string): Promise<NewestLease | null> {
  for (;;) {
    const epoch = await newestEpoch(folder);
    if (epoch === 0) return null;
    const text = await readFile(leasePath(folder, epoch), 'utf8').catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    });
    // Gone between the two: somebody took a higher epoch and swept. Look again.
    if (text !== null) return { epoch, record: parseLease(text), text };
  }
}

/** Highest epoch that has a file; 0 = none. */
async function newestEpoch(folder: string): Promise<number> {
  return Math.max(0, ...(await epochsIn(folder)));
}

/**
 * Wins an epoch, or answers false because somebody was faster; of all processes that try one epoch, one wins.
 *
 * Lower epochs are swept by each winner, so a slow process may find an epoch free that was won and left behind
 * long ago: then the higher one tells it.
 */
export async function claimLease(folder: string, epoch: number, record: LeaseRecord): Promise<boolean> {
  if (!(await writeOnce(leasePath(folder, epoch), textOf(record)))) return false;
  if ((await newestEpoch(folder)) > epoch) {
    await removeLease(folder, epoch);
    return false;
  }
  for (const old of await epochsIn(folder)) if (old < epoch) await removeLease(folder, old);
  return true;
}

/** Replaces our own lease file. Not flushed: after a power cut its owner is gone anyway. */
export function writeLease(folder: string, epoch: number, record: LeaseRecord): Promise<void> {
  return atomicWrite(leasePath(folder, epoch), textOf(record), { flush: false, mode: OWNER_FILE });
}

/** Removes the file of an epoch, if it can. */
export async function removeLease(folder: string, epoch: number): Promise<void> {
  // Windows refuses while somebody reads it; a lease that is not the highest means nothing.
  await rm(leasePath(folder, epoch), { force: true }).catch(() => undefined);
}

const leasePath = (folder: string, epoch: number): string => join(folder, `lease.${epoch}.json`);
const textOf = (record: LeaseRecord): string => `${JSON.stringify(record)}\n`;

async function epochsIn(folder: string): Promise<readonly number[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  return names.flatMap((name) => {
    const match = /^lease\.([1-9]\d{0,14})\.json$/.exec(name);
    return match === null ? [] : [Number(match[1])];
  });
}

function parseLease(text: string): LeaseRecord | null {
  try {
    const value = JSON.parse(text) as LeaseRecord;
    const whole = ['machine', 'host', 'pidNamespace', 'startTime', 'nonce', 'session', 'since'] as const;
    if (value.schema !== 1 || whole.some((key) => typeof value[key] !== 'string')) return null;
    return Number.isSafeInteger(value.pid) &&
      Number.isSafeInteger(value.counter) &&
      typeof value.released === 'boolean'
      ? value
      : null;
  } catch {
    // Cut short by a power cut: held by somebody unknown until it has stood still for a whole lease time.
    return null;
  }
}
