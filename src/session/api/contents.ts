import type { CommitId, PhaseId, SessionId } from '../../model/names/ids.ts';
import type { TreeEntry } from '../ports.ts';
import type { LedgerEntry, PhaseDiff } from '../results.ts';

/** What a session produced and its checkpoints hold. Writes nothing. */
export interface Contents {
  /** The diff of a phase; `phase: null` = the whole session from `opened` on. */
  diff(session: SessionId, phase: string | null): Promise<PhaseDiff>;
  /** The diff of phases or of a rescue, as `git diff` writes it and `git apply` reads it. */
  patch(session: SessionId, diff: Pick<PhaseDiff, 'from' | 'to' | 'root' | 'changed'>): Promise<Uint8Array>;
  packet(session: SessionId, phase: string | null): Promise<string>;
  /** All that the phases have handed on, oldest first. */
  ledger(session: SessionId): Promise<readonly LedgerEntry[]>;
  /** `<path>@<phase>` as packets write it. */
  show(session: SessionId, pointer: string): Promise<Uint8Array>;
  /** The bytes of the file that the session is run for, as its tip has it, and its path from the root of the repository. */
  result(session: SessionId): Promise<{ readonly path: string; readonly bytes: Uint8Array }>;
  /** The absolute path of a file that the agent of a phase named, or null if it is not in the working tree of that one. */
  workFile(session: SessionId, path: string, phase?: PhaseId | null): Promise<string | null>;
}

/** Files and folders of any commit. */
export interface AtCommit {
  readAt(commit: CommitId, path: string): Promise<Uint8Array | null>;
  listAt(commit: CommitId, folder: string): Promise<readonly TreeEntry[]>;
}
