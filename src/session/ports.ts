/**
 * Every interface through which a session touches the world. Adapters implement them (`git/`, `files/`,
 * `process/`, `agents/`, `secrets/`), the roots hand them over, the tests have working in-memory twins.
 */
export type * from './agentPort.ts';
export type * from './chatPort.ts';
export type * from './repositoryPort.ts';
export type * from './workingTreePort.ts';

import type { CommitId, PhaseId, RepoPath, SessionId, Timestamp } from '../model/names/ids.ts';
import type { JournalLine } from '../model/attempt/journal.ts';
import type { AttemptName } from '../model/attempt/planMending.ts';
import type { FoundJournal } from '../model/attempt/readJournal.ts';
import type { Whereabouts } from '../model/agent/permission.ts';
import type { PermissionReply, PermissionRequest } from '../model/agent/permissionRequest.ts';
import type { SteerNote } from '../model/agent/steerNote.ts';
import type { Isolation } from '../model/workflow/workflow.ts';

export interface Clock {
  now(): Timestamp;
  /** Milliseconds of a clock that only goes forward and stands still while the machine sleeps. */
  monotonic(): number;
  /** Resolves after `ms`, or rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface Ids {
  /** Four characters of `[a-z0-9]` that make a session id unlikely to meet another. */
  suffix(): string;
}

/** Number of o200k_base tokens in a text; loaded on first use. */
export type LoadTokenizer = () => Promise<(text: string) => number>;

export interface Log {
  info(message: string, facts?: Readonly<Record<string, unknown>>): void;
  warn(message: string, facts?: Readonly<Record<string, unknown>>): void;
  error(message: string, facts?: Readonly<Record<string, unknown>>): void;
}

// ── files ─────────────────────────────────────────────────────────────────────────────────────────

/** Plain files below a root. A path that leaves it, also through a link, throws `machine/cannot-write` or reads as null. */
export interface Files {
  read(root: string, path: RepoPath): Promise<Uint8Array | null>;
  /** Temp file beside, flush, rename, flush the folder: readers see old or new. Same bytes: not touched. `owner`: for nobody else to read. */
  write(root: string, path: RepoPath, bytes: Uint8Array | string, whose?: 'owner'): Promise<void>;
  remove(root: string, path: RepoPath): Promise<void>;
  kind(
    root: string,
    path: RepoPath,
  ): Promise<{ readonly kind: 'file' | 'folder' | 'link' | 'special'; readonly bytes: number } | null>;
  /** What says whether a file was written since: another one each time. Null where there is none. */
  stamp(root: string, path: RepoPath): Promise<string | null>;
  makeFolder(root: string, path: RepoPath): Promise<void>;
  /** Renames what lies there, whatever it is, to a free name beside it, and answers that. */
  moveAside(root: string, path: RepoPath): Promise<RepoPath>;
  /** Files directly in a folder, sorted; none where there is no such folder. */
  list(root: string, folder: RepoPath): Promise<readonly RepoPath[]>;
  /** Copies one untracked file from one working tree to another, where none lies yet: `kept`, another lies there and stays; `no-file`: a link or folder. */
  copy(from: string, to: string, path: RepoPath): Promise<'copied' | 'kept' | 'absent' | 'no-file'>;
  /** `empty`, `occupied` or `absent` folder at an absolute path. */
  place(path: string): Promise<'absent' | 'empty' | 'occupied'>;
  /** Where a path, taken from `root`, really leads: links followed, whether or not it exists. */
  whereabouts(root: string, path: string): Promise<Whereabouts>;
  /** Adds or removes a line of `<git dir>/info/exclude`; other lines stay. */
  exclude(commonDir: string, pattern: string, present: boolean): Promise<void>;
  /** True: that file has this line. */
  excludes(commonDir: string, pattern: string): Promise<boolean>;
  /** Bytes free where `path` is. */
  free(path: string): Promise<number>;
  /** The system's word for why nothing can be written where `path` is or would be; null where it can. */
  whyNotWritable(path: string): Promise<string | null>;
}

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
  /** Records commits published (or trusted) from here; flushed. */
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

/** What agents at work ask a person, and the answers: any window or terminal reads and writes here. */
export interface PermissionBox {
  ask(request: PermissionRequest): Promise<void>;
  /** Those that the owner of this epoch still waits for, oldest first. */
  open(epoch: number): Promise<readonly PermissionRequest[]>;
  /** True for the first who answers. False: somebody has, or nobody waits for it any more. */
  answer(id: string, reply: PermissionReply): Promise<boolean>;
  answerTo(id: string): Promise<PermissionReply | null>;
  /** True for the first who wants to show it to a person: nobody else does then. */
  claim(id: string): Promise<boolean>;
  /** Nobody waits for it any more. */
  close(id: string): Promise<void>;
}

/** Commands that may be run here, by their hash; only the person's own machine may open it. */
export interface TrustBox {
  /** Oldest first; null: nobody has noted anything yet, not even that nothing is trusted. */
  all(): Promise<readonly Trusted[] | null>;
  /** Flushed. Once more of the same hash: as it was. */
  add(trusted: Trusted): Promise<void>;
  /** From now on nothing is, and that is noted. */
  clear(): Promise<void>;
}

/** Commands of a session that were trusted here. */
export interface Trusted {
  /** As `commandsHash` has it. */
  readonly hash: string;
  readonly at: Timestamp;
  /**
   * `opened`: with the session, in this clone. `forked`: with the session that this one was forked from here. `changed`: the
   * person changed the workflow here. `said`: they were shown, or `--trust` was given.
   */
  readonly how: 'opened' | 'forked' | 'changed' | 'said';
}

/** What people told the session that no record holds yet. */
export interface NoteBox {
  add(note: SteerNote): Promise<void>;
  /** Oldest first. */
  list(): Promise<readonly SteerNote[]>;
  remove(id: string): Promise<void>;
}

/** `stop`: end the attempt now. `pause`: stop after this phase. `cancel`: end the attempt, then close the session. */
export type SessionRequest = 'stop' | 'pause' | 'cancel';

/** Who drives what; `key` is a session id or the key of a working tree. */
export interface Leases {
  /** Takes the lease, or says who has it. Provably dead owners are replaced at once, silent ones after a whole lease time. */
  take(
    key: string,
    about: { readonly session: SessionId; readonly run: string | null },
  ): Promise<Lease | LeaseHeld>;
  peek(key: string): Promise<LeaseView>;
}

export interface Lease {
  readonly epoch: number;
  /** Aborts when somebody else took over. */
  readonly lost: AbortSignal;
  /** Looks whether it is still ours, whatever the heartbeat has seen; if not, aborts `lost` and throws its reason, `lease/held`. */
  confirm(): Promise<void>;
  /** As `confirm`, for each step of long work: does not look again where it has looked within the last 50 ms. */
  reconfirm(): Promise<void>;
  /** True: the previous owner did not release it. */
  readonly tookOver: boolean;
  release(): Promise<void>;
}

export interface LeaseHeld {
  readonly heldBy: string;
  readonly session: SessionId;
  readonly since: Timestamp;
}

export type LeaseView =
  | { readonly held: false; readonly epoch: number }
  | {
      readonly held: true;
      readonly epoch: number;
      readonly by: string;
      readonly session: SessionId;
      readonly since: Timestamp;
      readonly pid: number;
      readonly here: boolean;
    };

/** `line`: from 1. */
export interface SecretHit {
  readonly line: number;
  readonly what: string;
  /** Where in that line, end excluded, without overlaps; left out: not known. */
  readonly spans?: readonly (readonly [from: number, to: number])[];
}

/** Finds secrets in what would be published. */
export interface SecretScanner {
  scan(path: string, bytes: Uint8Array): Promise<readonly SecretHit[]>;
}
