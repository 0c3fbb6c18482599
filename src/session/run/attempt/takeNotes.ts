import type { JournalLine } from '../../../model/attempt/journal.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import { notesToTell, sortNotes, type SteerNote } from '../../../model/agent/steerNote.ts';
import type { AtTip, Drive } from '../../drive.ts';
import { slotStates } from '../../record/slotStates.ts';

/**
 * Takes people's notes since the last checkpoint into this attempt's prompt. Each note belongs to one phase: it is in the
 * journal before the prompt, and in the phase's record afterwards.
 */
export function takeNotes(drive: AtTip, row: StatusRow): Promise<readonly SteerNote[]> {
  const turn = (taking.get(drive.lease) ?? Promise.resolve()).then(() => take(drive, row));
  taking.set(
    drive.lease,
    turn.catch(() => undefined),
  );
  return turn;
}

/** Of attempts that begin side by side, the first takes a note. */
const taking = new WeakMap<AtTip['lease'], Promise<unknown>>();

async function take(
  { state, record, world, session, isolation }: AtTip,
  { phase, attempt }: StatusRow,
): Promise<readonly SteerNote[]> {
  const { lines } = await state.readJournal();
  const slots = isolation === 'in-place' ? [] : await slotStates(world, session);
  const others = await Promise.all(slots.map((slot) => slot.state.readJournal()));
  const written = await state.notes.list();
  const all = [...lines, ...others.flatMap((one) => one.lines)];
  const { recorded, untold } = sortNotes(written, record.records.values(), all);
  // A note in a record was told already: a crash after its checkpoint left the file.
  for (const { id } of recorded) await state.notes.remove(id);
  const taken: JournalLine[] = [];
  for (const { id } of untold) {
    const line: JournalLine = { type: 'note-taken', at: world.clock.now(), phase, attempt, note: id };
    await state.journal(line, { flush: true });
    taken.push(line);
  }
  return notesToTell(
    [...lines, ...taken],
    phase,
    written.filter((note) => !recorded.includes(note)),
  );
}

/** Removes the files of notes that a checkpoint holds. */
export async function dropNotes({ state, record }: Pick<Drive, 'state' | 'record'>): Promise<void> {
  const { recorded } = sortNotes(await state.notes.list(), record.records.values(), []);
  for (const { id } of recorded) await state.notes.remove(id);
}
