import type { CommitId, PhaseId, SessionId } from '../../model/names/ids.ts';
import type { JournalLine } from '../../model/attempt/journal.ts';
import type { AttemptName } from '../../model/attempt/planMending.ts';
import type { FoundJournal } from '../../model/attempt/readJournal.ts';
import type { Isolation } from '../../model/workflow/workflow.ts';
import type { NoteBox, PermissionBox, TrustBox } from './boxes.ts';

/** `<common git dir>/cairn/`: what this machine knows and may lose. */
export interface StateStore {
  readonly folder: string;
  sessions(): Promise<readonly SessionId[]>;
  /** Those of which something was trusted, be it all that is remembered of them. */
  trusting(): Promise<readonly SessionId[]>;
  of(session: SessionId): SessionState;
}

/** What this machine remembers of a session besides its journal. */
export interface SessionAbout {
  /** Without `refs/heads/`. */
  readonly branch: string;
  /** Absolute path of its working tree. */
  readonly root: string;
  readonly isolation: Isolation;
  /**
   * `making`: git may not have written all files of the worktree yet. `pending`: it was made, and its setup commands
   * have not all succeeded yet.
   */
  readonly setup: 'making' | 'pending' | 'done';
  /**
   * The file below `.cairn/workflows/` that the session's workflow was taken from; null: it came from elsewhere. Left
   * out where nobody knows, as on another clone.
   */
  readonly workflow?: string | null;
  /** The newest checkpoint that was found here and not made: what happened after it elsewhere is in no record. */
  readonly found?: CommitId;
  /** In place: where HEAD was at the last attempt or checkpoint. */
  readonly head: { readonly commit: CommitId | null; readonly branch: string | null } | null;
}

export interface SessionState {
  readonly folder: string;
  /** Path of the private index that belongs to no owner yet: a session is opened with it. */
  readonly index: string;
  /** Path of the private index that the newest owner left or works with: for looking only. */
  newestIndex(): Promise<string>;
  /** Path of the private index of the owner of this epoch, which takes over the one before; only the lease holder may call this. */
  adoptIndex(epoch: number): Promise<string>;
  exists(): Promise<boolean>;
  /** Makes the folder with this in it; also over one that is there. */
  create(about: SessionAbout): Promise<void>;
  about(): Promise<SessionAbout | null>;
  /** Changes some of it, atomically and flushed. */
  note(change: Partial<SessionAbout>): Promise<void>;
  /** `keepTrust`: but for what was trusted, as what is kept of a deleted session can be brought back. */
  remove(options?: { readonly keepTrust: boolean }): Promise<void>;
  /** Appends a line; `flush` = on disk before it resolves. */
  journal(line: JournalLine, options?: { readonly flush?: boolean }): Promise<void>;
  /** All whole lines; a torn last one is dropped, what cannot be read further up is told. */
  readJournal(): Promise<FoundJournal>;
  /** Starts the journal anew with these lines (atomically). */
  resetJournal(lines: readonly JournalLine[]): Promise<void>;
  /** Records a commit as known here: about to be published, published, or trusted. Flushed. */
  recordPublished(commit: CommitId): Promise<void>;
  published(): Promise<ReadonlySet<string>>;
  /** Folder for the output of one attempt: `output/<phase>-<attempt>/`. */
  outputFolder(phase: PhaseId | 'setup', attempt: number): Promise<string>;
  /** The attempts that have such a folder. */
  outputs(): Promise<readonly AttemptName[]>;
  /** Last `lines` lines of an output file below {@link outputFolder}, bounded in bytes; none where there is no file. */
  tail(file: string, lines: number): Promise<FileTail>;
  /**
   * A request from any window or terminal to whoever drives the session under this epoch of its lease. Nobody has to clear
   * it: whoever comes after is not meant, and whoever is meant may be asked before they have begun to listen.
   */
  request(kind: SessionRequest, epoch: number): Promise<void>;
  /** What the owner of this epoch was asked, the gravest first. */
  requests(epoch: number): Promise<readonly SessionRequest[]>;
  /** Remembers what was seen of git before somebody works; null: they are through, and what changed was told. */
  seeGit(seen: GitSeen | null): Promise<void>;
  /** What was remembered last; null: nothing, or it cannot be read. */
  seenGit(): Promise<GitSeen | null>;
  readonly permissions: PermissionBox;
  /** What this clone has trusted of the session's commands. */
  readonly trust: TrustBox;
  /** Written by people, taken by whoever drives the session. */
  readonly notes: NoteBox;
  /** Removes stale `*.lock` files of our own index; only the lease holder may call this. */
  clearOwnLocks(): Promise<void>;
}

/** What decided what git runs in a working tree, before somebody worked there. */
export interface GitSeen {
  /** Whose work it was to be, in words. */
  readonly who: string;
  /** Of the working tree. */
  readonly root: string;
  /** As `guarded` of the repository says it. */
  readonly files: ReadonlyMap<string, string>;
}

/** The end of a file of text. */
export interface FileTail {
  /** As a terminal shows them; of a line whose beginning is left out, its end after a "…". */
  readonly lines: readonly string[];
  /** Size of the whole file. */
  readonly bytes: number;
  /** True: the file holds more than these lines. */
  readonly cut: boolean;
}

/** `stop`: end the attempt now. `pause`: stop after this phase. `cancel`: end the attempt, then close the session. */
export type SessionRequest = 'stop' | 'pause' | 'cancel';
