import { join } from 'node:path';
import { rm } from '../host/disk.ts';
import { isObject, parseJson } from '../base/json.ts';
import { atomicWrite } from '../host/atomicWrite.ts';
import type { ProcessIdentity } from '../host/machineId.ts';
import { namesIn, readText } from './jsonFolder.ts';
import { OWNER_FILE } from './onlyOwner.ts';
import { writeOnce } from './onceFile.ts';

/** What `lease.<epoch>.json` holds. */
export interface LeaseRecord extends ProcessIdentity {
  readonly schema: 1;
  /** Tells two leases of one process apart. */
  readonly nonce: string;
  readonly gitDir: string;
  readonly session: string;
  /** The run that holds it, for windows that look for its output. */
  readonly run: string | null;
  readonly since: string;
  /** Grows with every heartbeat. */
  readonly counter: number;
  readonly released: boolean;
}

/** The newest lease of a key; `record` is null if its file is damaged. */
export interface NewestLease {
  readonly epoch: number;
  readonly record: LeaseRecord | null;
  /** The file as found: any change of it is a heartbeat. */
  readonly text: string;
}

/** The lease file of the highest epoch; null if there never was one. */
export async function newestLease(folder: string): Promise<NewestLease | null> {
  for (;;) {
    const epoch = await newestEpoch(folder);
    if (epoch === 0) return null;
    const text = await readText(leasePath(folder, epoch));
    // It went in between: somebody took a higher epoch and swept. Look again.
    if (text !== null) return { epoch, record: parseLease(text), text };
  }
}

/** The highest epoch that has a file; 0 if none has. */
async function newestEpoch(folder: string): Promise<number> {
  return Math.max(0, ...(await epochsIn(folder)));
}

/**
 * Tries to win an epoch; false if somebody was faster. Of all processes that try one epoch, one wins.
 *
 * Each winner sweeps lower epochs, so a slow process may find an epoch free that was won and abandoned long ago: the higher
 * epoch gives that away.
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

/** Replaces our own lease file. Does not flush: after a power cut its owner is gone anyway. */
export function writeLease(folder: string, epoch: number, record: LeaseRecord): Promise<void> {
  return atomicWrite(leasePath(folder, epoch), textOf(record), { flush: false, mode: OWNER_FILE });
}

/** Removes the file of an epoch, if possible. */
export async function removeLease(folder: string, epoch: number): Promise<void> {
  // Windows refuses while somebody reads it; only the highest epoch counts anyway.
  await rm(leasePath(folder, epoch), { force: true }).catch(() => undefined);
}

const leasePath = (folder: string, epoch: number): string => join(folder, `lease.${epoch}.json`);
const textOf = (record: LeaseRecord): string => `${JSON.stringify(record)}\n`;

async function epochsIn(folder: string): Promise<readonly number[]> {
  return (await namesIn(folder)).flatMap((name) => {
    const match = /^lease\.([1-9]\d{0,14})\.json$/.exec(name);
    return match === null ? [] : [Number(match[1])];
  });
}

const TEXTS = ['machine', 'host', 'pidNamespace', 'startTime', 'nonce', 'session', 'since'] as const;

/** Null for a file that a power cut damaged: it counts as held by somebody unknown until it has stood still for a lease time. */
function parseLease(text: string): LeaseRecord | null {
  const value = parseJson(text);
  if (!isObject(value) || value['schema'] !== 1) return null;
  const { pid, counter, released } = value;
  const isWhole =
    TEXTS.every((key) => typeof value[key] === 'string') &&
    Number.isSafeInteger(pid) &&
    Number.isSafeInteger(counter) &&
    typeof released === 'boolean';
  return isWhole ? (value as unknown as LeaseRecord) : null;
}
