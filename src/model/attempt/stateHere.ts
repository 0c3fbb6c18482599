import type { JournalReading } from './openAttempt.ts';
import type { PermissionRequest } from '../agent/permissionRequest.ts';

/** A stored state as it is shown on one machine. */
export interface StateHere {
  readonly state: string;
  /** A process of this machine drives the session right now. */
  readonly driven: boolean;
}

type Reading = Pick<JournalReading, 'open' | 'retrying'>;

/** What only this machine knows. */
interface Seen {
  readonly lease: { readonly held: boolean };
  readonly permissions: readonly PermissionRequest[];
  readonly reading: Reading;
  /** Of the further slots, where phases work side by side. */
  readonly beside?: readonly { readonly reading: Reading }[];
}

/** Where this machine has to be looked at, as the stored word is not the whole story: at its journals, or at those only of a session that is driven. */
export function lookedAtFor(stored: string): 'journals' | 'lease' | null {
  if (stored === 'running') return 'journals';
  return ['waiting', 'blocked', 'unknown'].includes(stored) ? 'lease' : null;
}

/**
 * The stored word, but for what only a lease can tell: `running` is only true while one is alive, a session that is blocked, or
 * of which one phase waits, may be under way again, and one whose agent waits for a person waits.
 */
export function stateHere(stored: string, { lease, permissions, reading, beside = [] }: Seen): StateHere {
  const looked = lookedAtFor(stored);
  if (looked === null || (looked === 'lease' && !lease.held)) return { state: stored, driven: false };
  // We cannot improve on a newer Cairn's word, but we can see who drives it.
  if (stored === 'unknown') return { state: stored, driven: true };
  const readings = [reading, ...beside.map((one) => one.reading)];
  // Also whoever says a word has the lease of one that waits.
  if (stored === 'waiting' && !readings.some(isAtWork)) return { state: stored, driven: false };
  if (lease.held) return { state: permissions.length > 0 ? 'waiting' : 'running', driven: true };
  return { state: readings.some(({ open }) => open !== null) ? 'interrupted' : 'paused', driven: false };
}

const isAtWork = ({ open, retrying }: Reading): boolean => open !== null || retrying !== null;
