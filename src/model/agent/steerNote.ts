import * as z from 'zod';
import type { JournalLine } from '../attempt/journal.ts';
import type { PhaseId } from '../names/ids.ts';
import type { PhaseRecord } from '../checkpoint/phaseRecord.ts';
import { noteFields, readAs, type RecordOf } from '../parsing/recordFields.ts';

const note = z.strictObject(noteFields);

/** What a person wants the session to know at its next boundary: the prompt of the next attempt. */
export type SteerNote = RecordOf<typeof note>;

/** Null for what is no such file. Never throws. */
export const readSteerNote = (text: string): SteerNote | null => readAs(note, text);

/**
 * How far written notes have come: `recorded` are in a record of the tip, so that their files are not needed any more;
 * `untold` no prompt has held yet. The rest was taken by an attempt since the tip.
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
 * The notes that the prompt of the next attempt of a phase must hold, oldest first: those that no attempt was told whose
 * agent then ended. One that was cut off may never have read them.
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
