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
  /** Of every slot. */
  readonly slots: readonly { readonly reading: Reading }[];
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
export function stateHere(stored: string, { lease, permissions, slots }: Seen): StateHere {
  const looked = lookedAtFor(stored);
  if (looked === null || (looked === 'lease' && !lease.held)) return { state: stored, driven: false };
  // We cannot improve on a newer Cairn's word, but we can see who drives it.
  if (stored === 'unknown') return { state: stored, driven: true };
  // Also whoever says a word has the lease of one that waits.
  if (stored === 'waiting' && !slots.some(isAtWork)) return { state: stored, driven: false };
  if (lease.held) return { state: permissions.length > 0 ? 'waiting' : 'running', driven: true };
  return {
    state: slots.some(({ reading }) => reading.open !== null) ? 'interrupted' : 'paused',
    driven: false,
  };
}

const isAtWork = ({ reading: { open, retrying } }: Seen['slots'][number]): boolean =>
  open !== null || retrying !== null;
