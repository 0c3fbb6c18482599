import type { StatusRow } from '../../model/status.ts';
import { notesToTell, type SteerNote } from '../../model/steerNote.ts';
import type { Drive } from '../drive.ts';

/**
 * What people told the session since its last boundary, for the prompt of this attempt. Each note is taken by one phase:
 * it is in the journal before the prompt, and in the record of the phase afterwards.
 */
export async function takeNotes(
  { state, record, world }: Drive,
  { phase, attempt }: StatusRow,
): Promise<readonly SteerNote[]> {
  const recorded = new Set(
    [...record.records.values()].flatMap(({ notes = [] }) => notes.map(({ id }) => id)),
  );
  const before = (await state.readJournal()).lines;
  const taken = new Set(before.flatMap((line) => (line.type === 'note-taken' ? [line.note] : [])));
  for (const { id } of await state.notes.list()) {
    // What a record holds is told already: a crash after its checkpoint left the file.
    if (recorded.has(id)) await state.notes.remove(id);
    else if (!taken.has(id))
      await state.journal(
        { type: 'note-taken', at: world.clock.now(), phase, attempt, note: id },
        { flush: true },
      );
  }
  return notesToTell((await state.readJournal()).lines, phase, await state.notes.list());
}

/** Notes that a checkpoint holds need no file any more. */
export async function dropNotes({ state, record }: Pick<Drive, 'state' | 'record'>): Promise<void> {
  for (const { notes = [] } of record.records.values())
    for (const { id } of notes) await state.notes.remove(id);
}
