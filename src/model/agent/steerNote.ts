import * as z from 'zod/mini';
import type { JournalLine } from '../attempt/journal.ts';
import type { PhaseId } from '../names/ids.ts';
import type { PhaseRecord } from '../checkpoint/phaseRecord.ts';
import { noteFields, readAs, type RecordOf } from '../parsing/recordFields.ts';

const note = z.strictObject(noteFields);

/** A person's note for the prompt of the next attempt. */
export type SteerNote = RecordOf<typeof note>;

/** Null if it is not such a file. Never throws. */
export const readSteerNote = (text: string): SteerNote | null => readAs(note, text);

/**
 * Sorts written notes: `recorded` ones are in a record of the tip, so their files are no longer needed; `untold` ones were in
 * no prompt yet. An attempt since the tip took the rest.
 *
 * @param lines the journal since the tip
 */
export function sortNotes(
  written: readonly SteerNote[],
  records: Iterable<Pick<PhaseRecord, 'notes'>>,
  lines: readonly JournalLine[],
): { readonly recorded: readonly SteerNote[]; readonly untold: readonly SteerNote[] } {
  const held = new Set([...records].flatMap(({ notes = [] }) => notes.map(({ id }) => id)));
  const taken = new Set(lines.flatMap((line) => (line.type === 'note-taken' ? [line.note] : [])));
  return {
    recorded: written.filter(({ id }) => held.has(id)),
    untold: written.filter(({ id }) => !held.has(id) && !taken.has(id)),
  };
}

/**
 * The notes for the prompt of a phase's next attempt, oldest first: those not told to an attempt whose agent then ended. An
 * interrupted one may never have read them.
 */
export function notesToTell(
  lines: readonly JournalLine[],
  phase: PhaseId,
  written: readonly SteerNote[],
): readonly SteerNote[] {
  let told: string[] = [];
  let of: PhaseId | null = null;
  for (const line of lines) {
    if (line.type === 'attempt-begun') of = line.phase;
    if (line.type === 'note-taken' && line.phase === phase) told.push(line.note);
    if (line.type === 'agent-ended' && of === phase) told = [];
  }
  return written.filter(({ id }) => told.includes(id));
}
