import { join } from 'node:path';
import type { SessionState } from '../session/ports.ts';
import type { AppendLog } from './appendLog.ts';
import { openSessionState } from './sessionState.ts';

/** A further slot of a session: what its working tree needs is its own, all else is the session's. */
export function openSlotState(
  session: SessionState,
  slot: number,
  logOf: (path: string) => AppendLog,
): SessionState {
  const folder = join(session.folder, 'slots', String(slot));
  const own = openSessionState(folder, logOf, join(session.folder, '..', '..'));
  return {
    ...session,
    folder: own.folder,
    index: own.index,
    newestIndex: () => own.newestIndex(),
    adoptIndex: (epoch) => own.adoptIndex(epoch),
    exists: () => own.exists(),
    slots: async () => [],
    create: (about) => own.create(about),
    about: () => own.about(),
    note: (change) => own.note(change),
    leaveSlot: () => own.leaveSlot(),
    remove: (options) => own.remove(options),
    journal: (line, options) => own.journal(line, options),
    readJournal: () => own.readJournal(),
    resetJournal: (lines) => own.resetJournal(lines),
    seeGit: (seen) => own.seeGit(seen),
    seenGit: () => own.seenGit(),
    clearOwnLocks: () => own.clearOwnLocks(),
  };
}
