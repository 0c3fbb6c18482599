import type { PhaseId, SessionId } from '../../model/names/ids.ts';
import type { LogEntry, SessionSummary, StatusView } from '../results.ts';
import type { VerifyResult } from '../verifyResult.ts';

/** Which checkpoints, of all that there are. */
export interface CheckpointsWanted {
  /** Only those with a smaller seq. */
  readonly before?: number;
  /** At most so many, the newest. */
  readonly limit?: number;
  readonly filter?: { readonly kind?: string; readonly phase?: string };
}

/** What sessions there are and how they are. Writes nothing. */
export interface Looking {
  list(): Promise<readonly SessionSummary[]>;
  /** The session that words on a command line mean; null = the only unfinished one. Phases may be named where they are unique. */
  find(name: string | null): Promise<{
    readonly session: SessionId;
    readonly phase: PhaseId | null;
    /** Set where it was deleted: what can be brought back as a branch; null where only rescues were kept. */
    readonly deleted?: { readonly branch: string | null; readonly archive: string };
  }>;
  status(session: SessionId): Promise<StatusView>;
  /** Every checkpoint, oldest first. */
  log(session: SessionId): Promise<readonly LogEntry[]>;
  /** Checkpoints, newest first: all, or those that are wanted. */
  checkpoints(session: SessionId, wanted?: CheckpointsWanted): Promise<readonly LogEntry[]>;
  verify(session: SessionId | null): Promise<readonly VerifyResult[]>;
  path(session: SessionId): Promise<string>;
  /** Folders and files worth watching for a hint that something changed. */
  watchPaths(session: SessionId | null): readonly string[];
}
