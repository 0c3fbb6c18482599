import { isCopiedFrom } from '../host/copiedFrom.ts';
import { ownIdentity } from '../host/machineId.ts';
import { processStart } from '../host/processStart.ts';
import type { LeaseRecord } from './leaseFile.ts';

/** `dead` only if this machine can prove it; `unknown`: another machine, another container, or a system that does not say. */
type OwnerState = 'dead' | 'alive' | 'unknown';

/**
 * What we can say of a lease's owner without waiting. An `alive` owner may be stopped.
 *
 * @param gitDir the caller's: a lease that was copied along with a repository is nobody's in the copy
 */
export function ownerState(record: LeaseRecord, gitDir: string): OwnerState {
  // On another machine or in another container the path may mean another folder.
  if (isHere(record) && isCopiedFrom(record.gitDir, gitDir)) return 'dead';
  const own = ownIdentity();
  if (record.machine !== own.machine) return 'unknown';
  // Another boot of this machine: nothing of that owner is left, whatever namespace it was in.
  const [theirs, ours] = [bootOf(record.startTime), bootOf(own.startTime)];
  if (theirs !== null && ours !== null && theirs !== ours) return 'dead';
  if (!isHere(record)) return 'unknown';
  const start = processStart(record.pid);
  if (start.kind !== 'alive') return start.kind;
  if (record.startTime === '?') return 'unknown';
  return start.startTime === record.startTime ? 'alive' : 'dead';
}

/** True if the owner's process number means a process that we can look at. */
export function isHere(record: LeaseRecord): boolean {
  const own = ownIdentity();
  return (
    record.machine === own.machine &&
    record.pidNamespace === own.pidNamespace &&
    own.pidNamespace !== 'unknown'
  );
}

/** The boot of a Linux start time (`<boot>/<ticks>`); elsewhere start times are dates, and null. */
const bootOf = (startTime: string): string | null => /^([0-9a-f]{8})\/\d+$/.exec(startTime)?.[1] ?? null;
