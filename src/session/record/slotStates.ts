import type { JournalLine } from '../../model/attempt/journal.ts';
import { openLines } from '../../model/attempt/endsAttempt.ts';
import { readAttempts } from '../../model/attempt/openAttempt.ts';
import type { PhaseId, SessionId, TreeName } from '../../model/names/ids.ts';
import { treeName } from '../../model/names/treeName.ts';
import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import type { SessionAbout, SessionState } from '../ports.ts';
import type { World } from '../world.ts';
import type { SessionRecord } from './sessionRecord.ts';

/** What this machine has of a slot. */
export interface SlotState {
  /** From 1. */
  readonly slot: number;
  readonly name: TreeName;
  readonly state: SessionState;
}

/** The first one first, which every session has. */
type Slots<S> = readonly [first: S, ...others: S[]];

export function slotState({ state }: Pick<World, 'state'>, session: SessionId, slot: number): SlotState {
  const name = treeName(session, slot);
  return { slot, name, state: state.of(name) };
}

/** Every slot of a session. */
export async function slotStates(
  { state }: Pick<World, 'state'>,
  session: SessionId,
): Promise<Slots<SlotState>> {
  const first = slotState({ state }, session, 1);
  const others = await first.state.slots();
  return [first, ...others.map((slot) => slotState({ state }, session, slot))];
}

/** The same, and what is noted of each; null: nothing. */
export async function slotsNoted(
  world: Pick<World, 'state'>,
  session: SessionId,
): Promise<Slots<SlotState & { readonly about: SessionAbout | null }>> {
  const noted = async (one: SlotState) => ({ ...one, about: await one.state.about() });
  const [first, ...others] = await slotStates(world, session);
  return Promise.all([noted(first), ...others.map(noted)]);
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
    slots.map(async ({ state: own }) => {
      const [{ lines }, about] = await Promise.all([own.readJournal(), own.about()]);
      const slot = about?.standing ?? null;
      return openLines(lines, { newestFirst: history, rows: status.rows, slot });
    }),
  );
}

/** Of each slot the phase of which an attempt has begun there, and no checkpoint has closed it; null: none. */
export async function phaseBegunIn(
  world: Pick<World, 'state'>,
  tip: Of,
): Promise<readonly (PhaseId | null)[]> {
  const readings = (await openJournals(world, tip)).map(readAttempts);
  return readings.map(({ begun }) => begun?.phase ?? null);
}

/** Phases of which an attempt has begun in this clone, and no checkpoint has closed it. */
export async function phasesBegun(world: Pick<World, 'state'>, tip: Of): Promise<ReadonlySet<PhaseId>> {
  return new Set((await phaseBegunIn(world, tip)).filter((phase) => phase !== null));
}
