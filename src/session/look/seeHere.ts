import type { Problem } from '../../base/cairnError.ts';
import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import type { CommitId, SessionId } from '../../model/names/ids.ts';
import type { JournalLine } from '../../model/attempt/journal.ts';
import { endsAttempt, isClosed, type Ending } from '../../model/attempt/endsAttempt.ts';
import { readAttempts, type JournalReading, type OpenAttempt } from '../../model/attempt/openAttempt.ts';
import type { PermissionRequest } from '../../model/agent/permissionRequest.ts';
import type { LeaseView, SessionAbout } from '../ports.ts';
import { slotState, slotStates, type SlotState } from '../record/slotStates.ts';
import type { World } from '../world.ts';

/** What one slot says of its attempt. */
interface SlotSeen {
  readonly slot: number;
  readonly about: SessionAbout | null;
  readonly lines: readonly JournalLine[];
  /** Lines of the journal that only a newer Cairn knows. */
  readonly unknown: readonly Problem[];
  readonly reading: JournalReading;
}

/** What only this machine knows about a session. */
export interface SeenHere {
  readonly lease: LeaseView;
  /** What the working agent is waiting for, oldest first. */
  readonly permissions: readonly PermissionRequest[];
  /** The first one, and those besides of which something is noted. */
  readonly slots: readonly [first: SlotSeen, ...others: SlotSeen[]];
}

/** One look at lease, requests and journals, so that what is said about them is consistent. */
export async function seeHere(
  { state, leases }: Pick<World, 'state' | 'leases'>,
  session: SessionId,
): Promise<SeenHere> {
  const own = slotState({ state }, session, 1);
  const [lease, first] = await Promise.all([leases.peek(session), slotSeen(own)]);
  // After the lease: who has it may have made one just before.
  const [, ...further] = await slotStates({ state }, session);
  const others = (await Promise.all(further.map(slotSeen))).filter(({ about }) => about !== null);
  const permissions = lease.held ? await own.state.permissions.open(lease.epoch) : [];
  return { lease, permissions, slots: [first, ...others] };
}

async function slotSeen({ slot, state }: SlotState): Promise<SlotSeen> {
  const [about, { lines, unknown }] = await Promise.all([state.about(), state.readJournal()]);
  return { slot, about, lines, unknown, reading: readAttempts(lines) };
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
  const kept = (one: SlotSeen): SlotSeen =>
    one.reading.open !== null && isOver(one.reading.open)
      ? { ...one, reading: { ...one.reading, open: null } }
      : one;
  const [first, ...others] = seen.slots;
  return { ...seen, slots: [kept(first), ...others.map(kept)] };
}
