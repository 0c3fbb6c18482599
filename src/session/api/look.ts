import type { PhaseId, SessionId } from '../../model/names/ids.ts';
import type { Purpose } from '../../model/names/sessionMeant.ts';
import type { LogEntry, PhaseConditions, SessionSummary, StatusView } from '../results.ts';
import type { VerifyResult } from '../verifyResult.ts';

/** Which checkpoints to list. */
export interface CheckpointsWanted {
  /** Only those with a smaller seq. */
  readonly before?: number;
  /** At most this many, the newest. */
  readonly limit?: number;
  readonly filter?: { readonly kind?: string; readonly phase?: string };
}

/** What a word on a command line means; `phase` only if a phase was named. */
export interface Meant {
  readonly session: SessionId;
  readonly phase: PhaseId | null;
  /** Present for a deleted session: what can be brought back as a branch; null if only rescues were kept. */
  readonly deleted?: { readonly branch: string | null; readonly archive: string };
  /** Present where a resume is about the session that was spoken to last: others that are not done either. */
  readonly beside?: readonly SessionId[];
}

/** What a session is looked for. */
export interface Wanted {
  /** Decides which one is meant where none is named; left out: to look at it. */
  readonly to?: Purpose;
  /** A word may as well name a phase: one that could be either is refused. Left out: a session comes first. */
  readonly phase?: boolean;
}

/** Which sessions exist and their state. Writes nothing. */
export interface Looking {
  list(): Promise<readonly SessionSummary[]>;
  /**
   * The session that a word on a command line means: its id, what it is called or the beginning of that; null means the one that it can
   * be about. A phase of that one works too.
   */
  find(name: string | null, wanted?: Wanted): Promise<Meant>;
  /**
   * The same, with the status of the session that is meant, null where a phase is named, and all sessions, where they were looked at:
   * cheaper than one after the other.
   */
  findStatus(name: string | null): Promise<
    Meant & {
      readonly status: StatusView | null;
      readonly sessions: readonly SessionSummary[] | null;
    }
  >;
  status(session: SessionId): Promise<StatusView>;
  /** What decides about its phases besides what they need; those that have nothing are left out. */
  conditions(session: SessionId): Promise<readonly PhaseConditions[]>;
  /** Every checkpoint, oldest first. */
  log(session: SessionId): Promise<readonly LogEntry[]>;
  /** Checkpoints, newest first. */
  checkpoints(session: SessionId, wanted?: CheckpointsWanted): Promise<readonly LogEntry[]>;
  verify(session: SessionId | null): Promise<readonly VerifyResult[]>;
  /** @param phase whose work it is; left out or null: where the session itself has its files */
  path(session: SessionId, phase?: string | null): Promise<string>;
  /** Folders and files to watch for a hint that something changed. */
  watchPaths(session: SessionId | null): readonly string[];
}
