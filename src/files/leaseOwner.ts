import { isCopiedFrom } from '../host/copiedFrom.ts';
import { ownIdentity } from '../host/machineId.ts';
import { processStart } from '../host/processStart.ts';
import type { LeaseRecord } from './leaseFile.ts';

/** `dead` only when this machine can prove it; `unknown`: another machine, another container, or a system that does not say. */
export type OwnerState = 'dead' | 'alive' | 'unknown';

/**
 * What can be said of a lease's owner without waiting. `alive` does not mean that it works: it may be stopped.
 *
 * @param gitDir of whoever asks: a lease that was copied along with a repository is nobody's in the copy
 */
export function ownerState(record: LeaseRecord, gitDir: string): OwnerState {
  // What the name means on another machine, or in another container, nobody here can say.
  if (isHere(record) && isCopiedFrom(record.gitDir, gitDir)) return 'dead';
  const own = ownIdentity();
  if (record.machine !== own.machine) return 'unknown';
  // Another boot of this very machine: nothing of that owner is left, whatever namespace it was in.
  const boots = [bootOf(record.startTime), bootOf(own.startTime)];
  if (boots[0] !== null && boots[1] !== null && boots[0] !== boots[1]) return 'dead';
  return byNumber(record);
}

/** True when the owner's number means a process that we could look at. */
export function isHere(record: LeaseRecord): boolean {
  const own = ownIdentity();
  return (
    record.machine === own.machine &&
    record.pidNamespace === own.pidNamespace &&
    own.pidNamespace !== 'unknown'
  );
}

function byNumber(record: LeaseRecord): OwnerState {
  if (!isHere(record)) return 'unknown';
  const start = processStart(record.pid);
  if (start.kind !== 'alive') return start.kind;
  if (record.startTime === '?') return 'unknown';
  return start.startTime === record.startTime ? 'alive' : 'dead';
}

/** Linux start times are `<boot>/<ticks>`; elsewhere they are dates and no boot is needed. */
const bootOf = (startTime: string): string | null => /^([0-9a-f]{8})\/\d+$/.exec(startTime)?.[1] ?? null;
