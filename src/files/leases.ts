import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ownIdentity } from '../host/machineId.ts';
import type { SessionId, Timestamp } from '../model/names/ids.ts';
import type { Clock, LeaseHeld, Leases, LeaseView } from '../session/ports.ts';
import { onDisk } from './asCairnError.ts';
import { heldLease } from './heldLease.ts';
import { claimLease, newestLease, type LeaseRecord, type NewestLease } from './leaseFile.ts';
import { isHere, ownerState } from './leaseOwner.ts';

export interface LeaseOptions {
  /** `<common git dir>/cairn`; a lease is `<folder>/<key>/lease.<epoch>.json`. */
  readonly stateFolder: string;
  /** Git directory of the working tree that this process stands in: part of the owner's identity. */
  readonly gitDir: string;
  readonly clock: Clock;
  /** How long a counter must stand still before its silent owner is replaced. */
  readonly leaseMs?: number;
  readonly heartbeatMs?: number;
}

/**
 * Leases as files in the state folder.
 *
 * | the owner | `take` |
 * |---|---|
 * | released it, or never was | takes it at once |
 * | is provably dead on this machine | takes it at once |
 * | beats (its counter moves) | says who holds it, within a heartbeat and a half |
 * | is stopped, or on another machine, and silent | replaces it after a whole lease time |
 *
 * A live process number alone is no heartbeat: a stopped owner has one too. No file times are compared: clocks
 * differ. Time is counted in steps of at most two polls, so that a machine that slept, or a clock that jumped,
 * never makes a lease time out of one step.
 */
export function createLeases(options: LeaseOptions): Leases {
  const times = { leaseMs: options.leaseMs ?? 15_000, heartbeatMs: options.heartbeatMs ?? 1_000 };
  const seen = new Map<string, LastSeen>();
  return {
    async take(key, about) {
      const folder = join(options.stateFolder, key);
      return onDisk(folder, async () => {
        for (;;) {
          const newest = await newestLease(folder);
          const state =
            newest === null || newest.record?.released === true
              ? 'free'
              : await waitFor(folder, newest, options, times);
          if (state === 'changed') continue;
          if (typeof state === 'object') return state;
          const record = newRecord(options, about);
          const epoch = (newest?.epoch ?? 0) + 1;
          if (await claimLease(folder, epoch, record))
            return heldLease({
              folder,
              epoch,
              record,
              tookOver: state === 'expired',
              heartbeatMs: times.heartbeatMs,
            });
        }
      });
    },
    async peek(key) {
      const folder = join(options.stateFolder, key);
      const newest = await onDisk(folder, () => newestLease(folder));
      return view(
        newest,
        options.gitDir,
        silentFor(seen, key, newest, options.clock.monotonic()) >= times.leaseMs,
      );
    },
  };
}

/** Watches a held lease: until it beats (held), is gone or replaced (changed), or must be given up for dead (expired). */
async function waitFor(
  folder: string,
  first: NewestLease,
  { clock, gitDir }: Pick<LeaseOptions, 'clock' | 'gitDir'>,
  times: { readonly leaseMs: number; readonly heartbeatMs: number },
): Promise<LeaseHeld | 'changed' | 'expired'> {
  const poll = Math.max(10, times.heartbeatMs / 4);
  let still = 0;
  let last = clock.monotonic();
  while (still < times.leaseMs) {
    if (first.record !== null && ownerState(first.record, gitDir) === 'dead') return 'expired';
    await clock.sleep(poll);
    const now = await newestLease(folder);
    if (now === null || now.epoch !== first.epoch || now.record?.released === true) return 'changed';
    if (now.text !== first.text) return now.record === null ? 'changed' : held(now.record);
    const at = clock.monotonic();
    still += Math.min(at - last, 2 * poll);
    last = at;
  }
  return 'expired';
}

interface LastSeen {
  readonly text: string;
  readonly since: number;
}

/** How long this process has seen a lease unchanged, in milliseconds: all that a look without waiting can know. */
function silentFor(
  seen: Map<string, LastSeen>,
  key: string,
  newest: NewestLease | null,
  now: number,
): number {
  const before = seen.get(key);
  if (newest !== null && before?.text === newest.text) return now - before.since;
  if (newest === null) seen.delete(key);
  else seen.set(key, { text: newest.text, since: now });
  return 0;
}

function view(newest: NewestLease | null, gitDir: string, silent: boolean): LeaseView {
  if (newest === null) return { held: false, epoch: 0 };
  const { epoch, record } = newest;
  if (silent || record?.released === true) return { held: false, epoch };
  // A file that was cut short: somebody holds it until take() has watched it for a lease time.
  if (record === null)
    return {
      held: true,
      epoch,
      by: 'unknown',
      session: '' as SessionId,
      since: '' as Timestamp,
      pid: 0,
      here: false,
    };
  if (ownerState(record, gitDir) === 'dead') return { held: false, epoch };
  const { heldBy, session, since } = held(record);
  return { held: true, epoch, by: heldBy, session, since, pid: record.pid, here: isHere(record) };
}

function held(record: LeaseRecord): LeaseHeld {
  return {
    heldBy: `pid ${record.pid} on ${record.host}`,
    session: record.session as SessionId,
    since: record.since as Timestamp,
  };
}

function newRecord(
  options: LeaseOptions,
  about: { readonly session: SessionId; readonly run: string | null },
): LeaseRecord {
  return {
    schema: 1,
    ...ownIdentity(),
    nonce: randomBytes(8).toString('hex'),
    gitDir: options.gitDir,
    session: about.session,
    run: about.run,
    since: options.clock.now(),
    counter: 0,
    released: false,
  };
}
