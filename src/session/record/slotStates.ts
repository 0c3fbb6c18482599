import { readAttempts } from '../../model/attempt/openAttempt.ts';
import type { PhaseId, SessionId } from '../../model/names/ids.ts';
import { treeName } from '../../model/names/treeName.ts';
import type { StatusRow } from '../../model/status/status.ts';
import type { SessionAbout, SessionState } from '../ports.ts';
import type { World } from '../world.ts';

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

/** Phases of which an attempt of this round has begun in this clone, and no checkpoint has closed it. */
export async function phasesBegun(
  world: Pick<World, 'state'>,
  session: SessionId,
  rows: readonly StatusRow[],
): Promise<ReadonlySet<PhaseId>> {
  const slots = await slotStates(world, session);
  const begun = await Promise.all(
    slots.map(async (slot) => {
      const { open, retrying } = readAttempts((await slot.readJournal()).lines);
      const phase = open?.phase ?? retrying?.phase;
      const about = phase === undefined ? null : await slot.about();
      const round = rows.find((row) => row.phase === phase)?.round ?? 1;
      return phase === undefined || (about?.round ?? round) !== round ? [] : [phase];
    }),
  );
  return new Set(begun.flat());
}
