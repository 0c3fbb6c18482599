import type { JournalLine } from '../../model/attempt/journal.ts';
import { readAttempts } from '../../model/attempt/openAttempt.ts';
import type { Timestamp } from '../../model/names/ids.ts';
import type { SessionState } from '../ports.ts';

/**
 * What this machine notes of its restores until the next checkpoint. Of every write over a working tree the writer has a note
 * of its own, by which the next act puts back what is missing. A restore alone is finished instead, and undone later: hence
 * its line.
 */
export type BegunRestore = Extract<JournalLine, { readonly type: 'restore-begun' }>;

/** `cutOff` has begun and not ended. `all` includes ended ones: they name what an undo puts back. */
export async function notedRestores(state: Pick<SessionState, 'readJournal'>): Promise<{
  readonly cutOff: BegunRestore | null;
  readonly all: readonly BegunRestore[];
}> {
  const { restore: cutOff, restores: all } = readAttempts((await state.readJournal()).lines);
  return { cutOff, all };
}

export async function noteBegun(
  state: Pick<SessionState, 'journal'>,
  facts: Omit<BegunRestore, 'type'>,
): Promise<BegunRestore> {
  const line: BegunRestore = { type: 'restore-begun', ...facts };
  await state.journal(line, { flush: true });
  return line;
}

const ended = (at: Timestamp): JournalLine => ({ type: 'restore-ended', at });

export const noteEnded = (state: Pick<SessionState, 'journal'>, at: Timestamp): Promise<void> =>
  state.journal(ended(at), { flush: true });

/** Drops all other lines. */
export const keepEnded = (
  state: Pick<SessionState, 'resetJournal'>,
  line: BegunRestore,
  at: Timestamp,
): Promise<void> => state.resetJournal([line, ended(at)]);

/** Drops all other lines but the last restore. */
export async function keepRestore(state: Pick<SessionState, 'readJournal' | 'resetJournal'>): Promise<void> {
  const { cutOff, all } = await notedRestores(state);
  const last = cutOff ?? all.at(-1);
  if (cutOff === null && last !== undefined) return keepEnded(state, last, last.at);
  return state.resetJournal(last === undefined ? [] : [last]);
}
