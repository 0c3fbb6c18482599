import * as z from 'zod';
import type { JournalLine } from './journal.ts';
import type { PhaseId, Timestamp } from './ids.ts';
import { noteFields } from './recordFields.ts';

/** What a person wants the session to know at its next boundary: the prompt of the next attempt. */
export interface SteerNote {
  /** `^[a-z0-9-]+$`; never used twice in a session. */
  readonly id: string;
  readonly at: Timestamp;
  readonly by: string;
  readonly text: string;
}

const note = z.strictObject(noteFields);

/** Null for what is no such file. Never throws. */
export function readSteerNote(text: string): SteerNote | null {
  try {
    return note.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // Not JSON: somebody else's file, or one that was cut short.
    return null;
  }
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
