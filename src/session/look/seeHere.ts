import type { Problem } from '../../base/cairnError.ts';
import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import { treeName } from '../../model/names/treeName.ts';
import type { CommitId, SessionId } from '../../model/names/ids.ts';
import type { JournalLine } from '../../model/attempt/journal.ts';
import type { TrailersGlance } from '../../model/checkpoint/trailers.ts';
import {
  ENDS_ALL,
  asksBefore,
  isClosed,
  readAttempts,
  type JournalReading,
  type OpenAttempt,
} from '../../model/attempt/openAttempt.ts';
import type { PermissionRequest } from '../../model/agent/permissionRequest.ts';
import type { LeaseView } from '../ports.ts';
import type { World } from '../world.ts';

/** What only this machine knows about a session. */
export interface SeenHere {
  readonly lease: LeaseView;
  /** What the working agent is waiting for, oldest first. */
  readonly permissions: readonly PermissionRequest[];
  readonly lines: readonly JournalLine[];
  /** Lines of the journal that only a newer Cairn knows. */
  readonly unknown: readonly Problem[];
  readonly reading: JournalReading;
  /** Of the further slots, where phases work side by side. */
  readonly beside: readonly SlotSeen[];
}

/** What one slot says of its attempt. */
export interface SlotSeen {
  readonly slot: number;
  readonly root: string;
  readonly lines: readonly JournalLine[];
  readonly unknown: readonly Problem[];
  readonly reading: JournalReading;
}

/** One look at lease, requests and journal, so that what is said about them is consistent. */
export async function seeHere(
  { state, leases }: Pick<World, 'state' | 'leases'>,
  session: SessionId,
): Promise<SeenHere> {
  const [lease, { lines, unknown }] = await Promise.all([
    leases.peek(session),
    state.of(session).readJournal(),
  ]);
  const beside = await slotsSeen({ state }, session);
  const permissions = lease.held ? await state.of(session).permissions.open(lease.epoch) : [];
  return { lease, permissions, lines, unknown, reading: readAttempts(lines), beside };
}

async function slotsSeen({ state }: Pick<World, 'state'>, session: SessionId): Promise<readonly SlotSeen[]> {
  const seen: SlotSeen[] = [];
  for (const slot of await state.of(session).slots()) {
    const own = state.of(treeName(session, slot));
    const [about, { lines, unknown }] = await Promise.all([own.about(), own.readJournal()]);
    if (about !== null) seen.push({ slot, root: about.root, lines, unknown, reading: readAttempts(lines) });
  }
  return seen;
}

/**
 * The same without an attempt that a checkpoint has closed: a crash between the two left it in the journal, and to the
 * tip it is over. Of what is driven the journal is right, or will be in a moment.
 */
export function withoutClosed(seen: SeenHere, newestFirst: readonly Checkpoint[]): SeenHere {
  const among = seen.beside.length > 0;
  return withoutOver(seen, (open) => isClosed(open, newestFirst, among));
}

/** The same for whoever has only the tip: what ended with it is over. */
export function withoutEnded(seen: SeenHere, tip: CommitId, ending: Ending): SeenHere {
  const { kind, phase } = ending;
  const among = seen.beside.length > 0 && !ENDS_ALL.has(kind ?? '');
  return withoutOver(
    seen,
    (open) => open.tip !== tip && !asksBefore(ending, open) && (!among || open.phase === phase),
  );
}

type Ending = Pick<TrailersGlance, 'kind' | 'phase' | 'attempt' | 'held'>;

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
