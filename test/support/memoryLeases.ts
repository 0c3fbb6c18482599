import { CairnError } from '../../src/base/cairnError.ts';
import type { SessionId, Timestamp } from '../../src/model/names/ids.ts';
import type { Clock, Leases } from '../../src/session/ports.ts';

interface Held {
  readonly epoch: number;
  readonly owner: string;
  readonly session: SessionId;
  readonly since: Timestamp;
  readonly lost: AbortController;
  released: boolean;
}

/** All leases of one repository, seen by several owners. */
export interface MemoryLeases {
  /** The port as this owner sees it. */
  of(owner: string): Leases;
  /** The owner's process is gone: its leases can be taken over at once. */
  kill(owner: string): void;
  /** The owner is stopped or far away: its leases can be taken over after a whole lease time. */
  silence(owner: string): void;
}

/** Leases in memory, with the decisions of the real ones: epochs grow, the dead are replaced at once, the silent after a lease time. */
export function memoryLeases(clock: Clock, leaseMs = 15_000): MemoryLeases {
  const newest = new Map<string, Held>();
  const dead = new Set<string>();
  const silent = new Set<string>();
  const isFree = (held: Held | undefined): boolean =>
    held === undefined || held.released || dead.has(held.owner);
  return {
    kill: (owner) => void dead.add(owner),
    silence: (owner) => void silent.add(owner),
    of: (owner) => ({
      async take(key, about) {
        let before = newest.get(key);
        if (before !== undefined && !isFree(before) && silent.has(before.owner)) {
          await clock.sleep(leaseMs);
          before = newest.get(key);
        }
        if (before !== undefined && !isFree(before) && !silent.has(before.owner))
          return { heldBy: before.owner, session: before.session, since: before.since };
        const held: Held = {
          epoch: (before?.epoch ?? 0) + 1,
          owner,
          session: about.session,
          since: clock.now(),
          lost: new AbortController(),
          released: false,
        };
        newest.set(key, held);
        before?.lost.abort(
          new CairnError('lease/held', { session: held.session, holder: owner, since: held.since }),
        );
        return {
          epoch: held.epoch,
          lost: held.lost.signal,
          async confirm() {
            held.lost.signal.throwIfAborted();
          },
          async reconfirm() {
            held.lost.signal.throwIfAborted();
          },
          tookOver: before !== undefined && !before.released,
          release: async () => void (held.released = true),
        };
      },
      async peek(key) {
        const held = newest.get(key);
        if (held === undefined || isFree(held)) return { held: false, epoch: held?.epoch ?? 0 };
        return {
          held: true,
          epoch: held.epoch,
          by: held.owner,
          session: held.session,
          since: held.since,
          pid: 1,
          here: true,
        };
      },
    }),
  };
}
