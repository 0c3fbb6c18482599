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
  /** Git directory of the working tree that this process works in: part of the owner's identity. */
  readonly gitDir: string;
  readonly clock: Clock;
  /** How long a silent owner's counter must stand still before it is replaced. */
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
 * A live process number is no heartbeat: a stopped owner has one too. We compare no file times, since clocks differ. We count
 * time in steps of at most two polls, so that a machine that slept, or a clock that jumped, never makes one step a lease time.
 */
export function createLeases(options: LeaseOptions): Leases {
  const { stateFolder, gitDir, clock, leaseMs = 15_000, heartbeatMs = 1_000 } = options;
  /** For each key, the lease as this process last saw it and since when it has not changed. */
  const seen = new Map<string, { readonly text: string; readonly since: number }>();
  return {
    async take(key, about) {
      const folder = join(stateFolder, key);
      return onDisk(folder, async () => {
        for (;;) {
          const newest = await newestLease(folder);
          const state =
            newest === null || newest.record?.released === true
              ? 'free'
              : await waitFor(folder, newest, { clock, gitDir, leaseMs, heartbeatMs });
          if (state === 'changed') continue;
          if (typeof state === 'object') return state;
          const record = newRecord(options, about);
          const epoch = (newest?.epoch ?? 0) + 1;
          if (await claimLease(folder, epoch, record))
            return heldLease({ folder, epoch, record, tookOver: state === 'expired', heartbeatMs });
        }
      });
    },
    async peek(key) {
      const folder = join(stateFolder, key);
      const newest = await onDisk(folder, () => newestLease(folder));
      if (newest === null) {
        seen.delete(key);
        return { held: false, epoch: 0 };
      }
      // All that a look without waiting can know is how long this process has seen the lease unchanged.
      const now = clock.monotonic();
      const before = seen.get(key);
      const since = before?.text === newest.text ? before.since : now;
      seen.set(key, { text: newest.text, since });
      return view(newest, gitDir, now - since >= leaseMs);
    },
  };
}

/** Watches a held lease until it beats (held), is gone or replaced (changed), or counts as dead (expired). */
async function waitFor(
  folder: string,
  first: NewestLease,
  { clock, gitDir, leaseMs, heartbeatMs }: Omit<Required<LeaseOptions>, 'stateFolder'>,
): Promise<LeaseHeld | 'changed' | 'expired'> {
  const poll = Math.max(10, heartbeatMs / 4);
  let still = 0;
  let last = clock.monotonic();
  while (still < leaseMs) {
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

function view({ epoch, record }: NewestLease, gitDir: string, silent: boolean): LeaseView {
  if (silent || record?.released === true) return { held: false, epoch };
  // A damaged file: somebody holds it until `take` has watched it for a lease time.
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
