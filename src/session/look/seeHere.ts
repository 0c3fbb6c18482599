import type { Problem } from '../../base/cairnError.ts';
import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import { treeName } from '../../model/names/treeName.ts';
import type { CommitId, SessionId } from '../../model/names/ids.ts';
import type { JournalLine } from '../../model/attempt/journal.ts';
import { endsAttempt, isClosed, type Ending } from '../../model/attempt/endsAttempt.ts';
import { readAttempts, type JournalReading, type OpenAttempt } from '../../model/attempt/openAttempt.ts';
import type { PermissionRequest } from '../../model/agent/permissionRequest.ts';
import type { LeaseView, SessionAbout, SessionState } from '../ports.ts';
import type { World } from '../world.ts';

/** What one slot says of its attempt. */
interface SlotSeen {
  readonly about: SessionAbout | null;
  readonly lines: readonly JournalLine[];
  /** Lines of the journal that only a newer Cairn knows. */
  readonly unknown: readonly Problem[];
  readonly reading: JournalReading;
}

/** What only this machine knows about a session, and of its first slot. */
export interface SeenHere extends SlotSeen {
  readonly lease: LeaseView;
  /** What the working agent is waiting for, oldest first. */
  readonly permissions: readonly PermissionRequest[];
  /** Of the further slots, where phases work side by side. */
  readonly beside: readonly (SlotSeen & { readonly slot: number; readonly root: string })[];
}

/** One look at lease, requests and journal, so that what is said about them is consistent. */
export async function seeHere(
  { state, leases }: Pick<World, 'state' | 'leases'>,
  session: SessionId,
): Promise<SeenHere> {
  const [lease, first] = await Promise.all([leases.peek(session), slotSeen(state.of(session))]);
  const beside = await slotsBeside({ state }, session);
  const permissions = lease.held ? await state.of(session).permissions.open(lease.epoch) : [];
  return { lease, permissions, ...first, beside };
}

async function slotSeen(own: SessionState): Promise<SlotSeen> {
  const [about, { lines, unknown }] = await Promise.all([own.about(), own.readJournal()]);
  return { about, lines, unknown, reading: readAttempts(lines) };
}

async function slotsBeside({ state }: Pick<World, 'state'>, session: SessionId): Promise<SeenHere['beside']> {
  const beside: SeenHere['beside'][number][] = [];
  for (const slot of await state.of(session).slots()) {
    const seen = await slotSeen(state.of(treeName(session, slot)));
    if (seen.about !== null) beside.push({ slot, root: seen.about.root, ...seen });
  }
  return beside;
}

/**
 * The same without an attempt that a checkpoint has closed: a crash between the two left it in the journal, and to the
 * tip it is over. Of what is driven the journal is right, or will be in a moment.
 */
export function withoutClosed(seen: SeenHere, newestFirst: readonly Checkpoint[]): SeenHere {
  return withoutOver(seen, (open) => isClosed(open, newestFirst));
}

/** The same for whoever has only the tip: what ended with it is over. */
export function withoutEnded(seen: SeenHere, tip: CommitId, ending: Ending): SeenHere {
  return withoutOver(seen, (open) => open.tip !== tip && endsAttempt(ending, open));
}

function withoutOver(seen: SeenHere, isOver: (open: OpenAttempt) => boolean): SeenHere {
  if (seen.lease.held) return seen;
  const kept = (reading: JournalReading): JournalReading =>
    reading.open !== null && isOver(reading.open) ? { ...reading, open: null } : reading;
  return {
    ...seen,
    reading: kept(seen.reading),
    beside: seen.beside.map((one) => ({ ...one, reading: kept(one.reading) })),
  };
}
