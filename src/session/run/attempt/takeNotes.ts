import type { JournalLine } from '../../../model/attempt/journal.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import { notesToTell, sortNotes, type SteerNote } from '../../../model/agent/steerNote.ts';
import type { AtTip, Drive } from '../../drive.ts';

/**
 * Takes people's notes since the last checkpoint into this attempt's prompt. Each note belongs to one phase: it is in the
 * journal before the prompt, and in the phase's record afterwards.
 */
export async function takeNotes(
  { state, record, world }: AtTip,
  { phase, attempt }: StatusRow,
): Promise<readonly SteerNote[]> {
  const { lines } = await state.readJournal();
  const written = await state.notes.list();
  const { recorded, untold } = sortNotes(written, record.records.values(), lines);
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
