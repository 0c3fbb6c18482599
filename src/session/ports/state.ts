import type { CommitId, PhaseId, SessionId, Timestamp, TreeId, TreeName } from '../../model/names/ids.ts';
import type { JournalLine } from '../../model/attempt/journal.ts';
import type { AttemptName } from '../../model/attempt/planMending.ts';
import type { FoundJournal } from '../../model/attempt/readJournal.ts';
import type { NotedStanding } from '../../model/slot/standing.ts';
import type { Isolation } from '../../model/workflow/workflow.ts';
import type { BaselineBox, BaselineStore } from './baselines.ts';
import type { NoteBox, PermissionBox, TrustBox, WordBox } from './boxes.ts';
import type { BeforehandBox, RejectedBox } from './saidBefore.ts';

/** `<common git dir>/cairn/`: what this machine knows and may lose. */
export interface StateStore {
  readonly folder: string;
  sessions(): Promise<readonly SessionId[]>;
  /** Sessions of which something was trusted, even if nothing else of them is remembered. */
  trusting(): Promise<readonly SessionId[]>;
  /** The session that was spoken to last on a command line, and when; null if none was. */
  lastWord(): Promise<LastWord | null>;
  noteWord(word: LastWord): Promise<void>;
  readonly baselines: BaselineStore;
  /** For a slot: folder, about, journal, index and what was seen of git are its own, all else the session's. */
  of(name: TreeName): SessionState;
}

export interface LastWord {
  readonly session: SessionId;
  readonly at: Timestamp;
}

/** What this machine remembers of a session besides its journal. */
export interface SessionAbout {
  /** Without `refs/heads/`. */
  readonly branch: string;
  /** Absolute path of its working tree. */
  readonly root: string;
  readonly isolation: Isolation;
  /**
   * `making`: git may not have written all files of the worktree yet. `pending`: it was made, but not all setup commands have
   * succeeded yet.
   */
  readonly setup: 'making' | 'pending' | 'done';
  /**
   * The file below `.cairn/workflows/` that the session's workflow was taken from; null if it came from elsewhere. Absent if
   * unknown, as on another clone.
   */
  readonly workflow?: string | null;
  /** The newest checkpoint that was found here, not made here: what happened elsewhere after it is in no record. */
  readonly found?: CommitId;
  /**
   * The working tree holds `from` and has still to be brought to what should lie there at the checkpoint `tip`, or one after it.
   * Null or absent: it holds that.
   */
  readonly laying?: {
    readonly tip: CommitId;
    readonly from: CommitId | TreeId;
    /** What should lie there, where the checkpoint itself does not say: work that was merged with it. */
    readonly to?: TreeId;
  } | null;
  /** How it stands, where phases work side by side. Null or absent: they run one by one, and it goes with the tip. */
  readonly standing?: NotedStanding | null;
  /** In place: HEAD at the last attempt or checkpoint. */
  readonly head: { readonly commit: CommitId | null; readonly branch: string | null } | null;
}

export interface SessionState {
  readonly folder: string;
  /** Path of the private index that has no owner yet: a session is opened with it. */
  readonly index: string;
  /** Path of the newest owner's private index: for reading only. */
  newestIndex(): Promise<string>;
  /** Path of this epoch's private index, which replaces the previous owner's. Only the lease holder may call this. */
  adoptIndex(epoch: number): Promise<string>;
  exists(): Promise<boolean>;
  /** The slots that it has besides the first, ascending. */
  slots(): Promise<readonly number[]>;
  /** Makes the folder with this in it, also over an existing one. */
  create(about: SessionAbout): Promise<void>;
  about(): Promise<SessionAbout | null>;
  /**
   * Changes parts of it, atomically and flushed.
   *
   * @param stands what changes of `standing`: what it does not name stays as it is noted by then
   */
  note(change: Partial<SessionAbout>, stands?: Partial<NotedStanding>): Promise<void>;
  /** `keepTrust` keeps what was trusted, since a deleted session can be brought back. */
  remove(options?: { readonly keepTrust: boolean }): Promise<void>;
  /** Appends a line; with `flush` it is on disk before this resolves. */
  journal(line: JournalLine, options?: { readonly flush?: boolean }): Promise<void>;
  /** All whole lines. Drops a torn last one, and tells of unreadable ones above. */
  readJournal(): Promise<FoundJournal>;
  /** Replaces the journal by these lines, atomically. */
  resetJournal(lines: readonly JournalLine[]): Promise<void>;
  /** Records a commit as known here: about to be published, published, or trusted. Flushed. */
  recordPublished(commit: CommitId): Promise<void>;
  published(): Promise<ReadonlySet<string>>;
  /** Folder for the output of one attempt: `output/<phase>-<attempt>/`. */
  outputFolder(phase: PhaseId | 'setup', attempt: number): Promise<string>;
  /**
   * Writes a file into that folder, and answers its path. Not flushed, and not whole when a reader comes too early: nobody reads it
   * before the attempt has begun, and one that died before that never does.
   */
  outputFile(phase: PhaseId, attempt: number, name: string, text: string): Promise<string>;
  /** The attempts that have an output folder. */
  outputs(): Promise<readonly AttemptName[]>;
  /** The last `lines` lines of an output file below {@link outputFolder}, bounded in bytes; none if there is no file. */
  tail(file: string, lines: number): Promise<FileTail>;
  /**
   * Sends a request from any window or terminal to the owner under this epoch of the lease. Nobody has to clear it: it does not
   * apply to later owners, and may arrive before the owner has begun to listen.
   */
  request(kind: SessionRequest, epoch: number): Promise<void>;
  /** What the owner of this epoch was asked, the strongest request first. */
  requests(epoch: number): Promise<readonly SessionRequest[]>;
  /** Remembers git's files before somebody works; null once they are done and changes were told. */
  seeGit(seen: GitSeen | null): Promise<void>;
  /** What was remembered last; null if nothing, or unreadable. */
  seenGit(): Promise<GitSeen | null>;
  /** What was landed here last; null if nothing was, or nothing is remembered of the session. */
  landed(): Promise<NotedLanding | null>;
  /** Does nothing where nothing is remembered of the session. */
  noteLanded(landing: NotedLanding): Promise<void>;
  readonly permissions: PermissionBox;
  readonly rejected: RejectedBox;
  readonly beforehand: BeforehandBox;
  readonly baseline: BaselineBox;
  /** What this clone has trusted of the session's commands. */
  readonly trust: TrustBox;
  /** Written by people, taken by the owner of the session. */
  readonly notes: NoteBox;
  readonly words: WordBox;
  /** Removes stale `*.lock` files of our own index; only the lease holder may call this. */
  clearOwnLocks(): Promise<void>;
}

/** A landing, as it is remembered. */
export interface NotedLanding {
  /** Of the checkpoint that was landed. */
  readonly seq: number;
  /** The branch that it was landed as; null for uncommitted changes. */
  readonly on: string | null;
}

/** The files that decided what git runs in a working tree before somebody worked there. */
export interface GitSeen {
  /** Who was about to work, for people. */
  readonly who: string;
  /** Root of the working tree. */
  readonly root: string;
  /** From the repository's `guarded`. */
  readonly files: ReadonlyMap<string, string>;
}

/** The end of a text file. */
export interface FileTail {
  /** As a terminal shows them. A line whose beginning is left out starts with "…". */
  readonly lines: readonly string[];
  /** Size of the whole file. */
  readonly bytes: number;
  /** True if the file holds more than these lines. */
  readonly cut: boolean;
}

/** `stop`: end the attempt now. `pause`: stop after this phase. `cancel`: end the attempt, then close the session. */
export type SessionRequest = 'stop' | 'pause' | 'cancel';
