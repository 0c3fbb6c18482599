import type { SessionState } from '../session/ports.ts';

/** The state of a further slot: what its working tree needs is its own, all else is the session's. */
export const stateOfSlot = (session: SessionState, own: SessionState): SessionState => ({
  ...session,
  folder: own.folder,
  index: own.index,
  newestIndex: () => own.newestIndex(),
  adoptIndex: (epoch) => own.adoptIndex(epoch),
  exists: () => own.exists(),
  slots: async () => [],
  create: (about) => own.create(about),
  about: () => own.about(),
  note: (change, stands) => own.note(change, stands),
  remove: (options) => own.remove(options),
  journal: (line, options) => own.journal(line, options),
  readJournal: () => own.readJournal(),
  resetJournal: (lines) => own.resetJournal(lines),
  seeGit: (seen) => own.seeGit(seen),
  seenGit: () => own.seenGit(),
  clearOwnLocks: () => own.clearOwnLocks(),
});
