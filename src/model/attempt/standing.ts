import type { JournalReading } from './openAttempt.ts';
import type { PermissionRequest } from '../agent/permissionRequest.ts';

/** A stored state as it is shown on one machine. */
export interface Standing {
  readonly state: string;
  /** A process of this machine drives the session right now. */
  readonly driven: boolean;
}

type Reading = Pick<JournalReading, 'open'>;

/** What only this machine knows. */
interface Seen {
  readonly lease: { readonly held: boolean };
  readonly permissions: readonly PermissionRequest[];
  readonly reading: Reading;
  /** Of the further slots, where phases work side by side. */
  readonly beside?: readonly { readonly reading: Reading }[];
}

/** Whether the stored word is not the whole story and this machine has to be looked at. */
export const mayStandOtherwise = (stored: string): boolean =>
  stored === 'running' || stored === 'blocked' || stored === 'unknown';

/**
 * The stored word, but for what only a lease can tell: `running` is only true while one is alive, a blocked session may be
 * under way again, and one whose agent waits for a person waits.
 */
export function standingOf(stored: string, { lease, permissions, reading, beside = [] }: Seen): Standing {
  if (!mayStandOtherwise(stored)) return { state: stored, driven: false };
  // We cannot improve on a newer Cairn's word, but we can see who drives it.
  if (stored === 'unknown') return { state: stored, driven: lease.held };
  if (lease.held) return { state: permissions.length > 0 ? 'waiting' : 'running', driven: true };
  if (stored === 'blocked') return { state: stored, driven: false };
  const isOpen = [{ reading }, ...beside].some((one) => one.reading.open !== null);
  return { state: isOpen ? 'interrupted' : 'paused', driven: false };
}
