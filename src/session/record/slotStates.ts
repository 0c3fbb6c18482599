import type { JournalLine } from '../../model/attempt/journal.ts';
import { openLines } from '../../model/attempt/endsAttempt.ts';
import { readAttempts } from '../../model/attempt/openAttempt.ts';
import type { PhaseId, SessionId } from '../../model/names/ids.ts';
import { treeName } from '../../model/names/treeName.ts';
import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import type { SessionAbout, SessionState } from '../ports.ts';
import type { World } from '../world.ts';
import type { SessionRecord } from './sessionRecord.ts';

/** What this machine knows of every slot of a session, the first one first. */
export async function slotStates(
  { state }: Pick<World, 'state'>,
  session: SessionId,
): Promise<readonly SessionState[]> {
  const more = await state.of(session).slots();
  return [1, ...more].map((slot) => state.of(treeName(session, slot)));
}

/** Where each slot of a session is, as far as this machine knows. */
export const aboutSlots = async (
  world: Pick<World, 'state'>,
  session: SessionId,
): Promise<readonly (SessionAbout | null)[]> =>
  Promise.all((await slotStates(world, session)).map((slot) => slot.about()));

/** What is noted of the slots besides the first; null where nothing is. */
export async function notedBeside(
  world: Pick<World, 'state'>,
  session: SessionId,
): Promise<readonly { readonly slot: number; readonly about: SessionAbout | null }[]> {
  const slots = await world.state.of(session).slots();
  return Promise.all(
    slots.map(async (slot) => ({ slot, about: await world.state.of(treeName(session, slot)).about() })),
  );
}

interface Of {
  readonly record: Pick<SessionRecord, 'session' | 'status'>;
  /** Its checkpoints, newest first. */
  readonly history: readonly Checkpoint[];
}

/** The journal of each slot, as far as it is of an attempt that is not over. */
export async function openJournals(
  world: Pick<World, 'state'>,
  { record: { session, status }, history }: Of,
): Promise<readonly (readonly JournalLine[])[]> {
  const slots = await slotStates(world, session);
  return Promise.all(
    slots.map(async (own) => {
      const [{ lines }, slot] = await Promise.all([own.readJournal(), own.about()]);
      return openLines(lines, { newestFirst: history, rows: status.rows, slot });
    }),
  );
}

/** Phases of which an attempt has begun in this clone, and no checkpoint has closed it. */
export async function phasesBegun(world: Pick<World, 'state'>, tip: Of): Promise<ReadonlySet<PhaseId>> {
  const readings = (await openJournals(world, tip)).map(readAttempts);
  return new Set(readings.flatMap(({ begun }) => begun?.phase ?? []));
}
