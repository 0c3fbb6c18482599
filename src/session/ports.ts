/**
 * Every interface through which a session touches the world. Adapters implement them (`git/`, `files/`,
 * `process/`, `agents/`, `secrets/`), the roots hand them over, the tests have working in-memory twins.
 */
import type { AgentOutcome } from '../model/agentOutcome.ts';
import type {
  BlobId,
  CommitId,
  PhaseId,
  RefName,
  RepoPath,
  SessionId,
  Timestamp,
  TreeId,
} from '../model/ids.ts';
import type { JournalLine } from '../model/journal.ts';
import type { AgentChoice, Command, Isolation } from '../model/workflow.ts';

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

// ── git ───────────────────────────────────────────────────────────────────────────────────────────

export interface Head {
  /** null: no commit yet. */
  readonly commit: CommitId | null;
  /** null: detached. */
  readonly branch: RefName | null;
}

export type Mode = '100644' | '100755' | '120000' | '160000';

export interface TreeEntry {
  readonly path: RepoPath;
  readonly mode: Mode;
  readonly blob: BlobId;
}

export interface Change {
  readonly path: RepoPath;
  readonly kind: 'added' | 'modified' | 'deleted';
  readonly before: { readonly mode: Mode; readonly blob: BlobId } | null;
  readonly after: { readonly mode: Mode; readonly blob: BlobId } | null;
}

export interface CommitEntry {
  readonly commit: CommitId;
  readonly parents: readonly CommitId[];
  readonly tree: TreeId;
  readonly at: Timestamp;
  /** `Name <mail>` */
  readonly by: string;
  readonly message: string;
}

export interface Ref extends Omit<CommitEntry, 'parents' | 'tree'> {
  readonly name: RefName;
}

/** One repository, whatever working tree it was opened from. Reads never see replace refs or user formatting. */
export interface Repository {
  /** Root of the working tree that the caller stands in, links resolved. */
  readonly root: string;
  /** The git directory shared by all working trees. */
  readonly commonDir: string;
  /** Root of the main working tree. */
  readonly mainRoot: string;

  identity(): Promise<{ readonly name: string; readonly email: string } | null>;
  /** Null when git takes the name, else why not. */
  whyNotBranch(branch: string): Promise<string | null>;
  /** Which of these paths git ignores in a working tree; a tracked path is never ignored. */
  ignored(root: string, paths: readonly RepoPath[]): Promise<readonly RepoPath[]>;

  /** All refs that match (git's own pattern rules), with the message of their commits: one process. */
  refs(patterns: readonly string[]): Promise<readonly Ref[]>;
  tip(ref: RefName): Promise<CommitId | null>;
  /** Commit that a revision names, or null. */
  resolve(revision: string): Promise<CommitId | null>;
  /** Compare-and-swap, flushed; `from: null` = must not exist, `to: null` = delete. False: somebody was faster. */
  moveRef(
    ref: RefName,
    move: { readonly from: CommitId | null; readonly to: CommitId | null; readonly why: string },
  ): Promise<boolean>;

  /** First-parent history, newest first, until (without) `until`, at most `limit`. Missing objects throw `data/missing-object`. */
  history(
    tip: CommitId,
    options?: { readonly until?: CommitId; readonly limit?: number },
  ): Promise<readonly CommitEntry[]>;
  isAncestor(ancestor: CommitId, descendant: CommitId): Promise<boolean>;
  commitEntry(commit: CommitId): Promise<CommitEntry>;

  /** The bytes of a file at a commit or tree; null where there is no regular file or link of that name. */
  read(at: CommitId | TreeId, path: RepoPath): Promise<Uint8Array | null>;
  readBlob(blob: BlobId): Promise<Uint8Array>;
  entry(at: CommitId | TreeId, path: RepoPath): Promise<TreeEntry | null>;
  /** Everything below a folder, recursively, sorted by path (bytes); '' = all. */
  list(at: CommitId | TreeId, folder: RepoPath | ''): Promise<readonly TreeEntry[]>;
  /** What differs between two trees (no renames), sorted by path, optionally only below some paths. */
  changes(
    from: CommitId | TreeId,
    to: CommitId | TreeId,
    under?: readonly RepoPath[],
  ): Promise<readonly Change[]>;
  writeBlob(bytes: Uint8Array): Promise<BlobId>;
  /** The tree `base` with these paths replaced; null removes a file or a whole folder. `base: null` = empty. */
  compose(
    base: TreeId | CommitId | null,
    edits: ReadonlyMap<RepoPath, { readonly blob: BlobId; readonly mode: Mode } | null>,
  ): Promise<TreeId>;
  /** Three-way merge of trees without touching any working tree. */
  merge(
    base: CommitId | TreeId,
    ours: CommitId | TreeId,
    theirs: CommitId | TreeId,
  ): Promise<{ readonly tree: TreeId } | { readonly conflicts: readonly RepoPath[] }>;
  /** A commit object with Cairn's identity (or the person's), unsigned, without hooks. Nothing points at it yet. */
  commit(of: {
    readonly tree: TreeId;
    readonly parents: readonly CommitId[];
    readonly message: string;
    readonly at: Timestamp;
  }): Promise<CommitId>;
  /** A commit made as the person would: identity, hooks and signing of theirs, in a scratch worktree. Null id + output when refused. */
  commitAsPerson(of: {
    readonly tree: TreeId;
    readonly parent: CommitId;
    readonly message: string;
  }): Promise<{ readonly commit: CommitId } | { readonly refused: string }>;

  /** All registered working trees. `missing`: the folder is gone. */
  worktrees(): Promise<
    readonly {
      readonly path: string;
      readonly head: CommitId | null;
      readonly branch: RefName | null;
      readonly missing: boolean;
    }[]
  >;
  /** A linked working tree with a detached HEAD; no hook runs and no config is written. */
  addWorktree(path: string, at: CommitId): Promise<void>;
  /** Removes a linked working tree and its folder; links and junctions inside are not followed. */
  removeWorktree(path: string): Promise<void>;

  /** Git's view of one working tree through an index of our own. */
  workingTree(at: {
    readonly root: string;
    readonly index: string;
    readonly always: readonly RepoPath[];
  }): WorkingTree;
  /** Ends helper processes. */
  dispose(): Promise<void>;
}

/** Something in the working tree that differs from the private index. */
export interface Pending {
  readonly path: RepoPath;
  readonly change: 'added' | 'modified' | 'deleted';
  readonly kind: 'file' | 'link' | 'submodule' | 'nested-repository' | 'special' | 'unreadable';
  /** Size on disk; 0 for what is deleted. */
  readonly bytes: number;
  readonly tracked: boolean;
}

export interface WorkingTree {
  readonly root: string;
  head(): Promise<Head>;
  /** Merge, rebase, cherry-pick, revert or bisect in progress; unmerged paths of the tree's own index. */
  condition(): Promise<{ readonly busy: string | null; readonly unmerged: readonly RepoPath[] }>;
  /** What a plain `git status` counts: uncommitted and untracked files against HEAD. */
  uncommitted(): Promise<readonly RepoPath[]>;
  /** Paths marked skip-worktree or assume-unchanged that differ on disk or cannot be judged. */
  flagged(): Promise<readonly RepoPath[]>;

  /** Makes the private index hold this tree, keeping what it knows of unchanged files. */
  load(at: CommitId | TreeId): Promise<void>;
  /** True when the private index exists and was last loaded or captured with this tree. */
  holds(at: TreeId): Promise<boolean>;
  /** What differs from the private index and is not ignored; everything below `always`, ignored or not. Sorted. */
  pending(): Promise<readonly Pending[]>;
  /** Takes these paths into the private index as `git add` would store them and answers the whole tree. */
  capture(paths: readonly RepoPath[]): Promise<TreeId>;
  /** Of these captured paths, those that git's conversion would not give back byte for byte. */
  normalised(tree: TreeId, paths: readonly RepoPath[]): Promise<readonly RepoPath[]>;

  /**
   * Writes the files of `to` over those of `from` on disk: only paths that differ, links never followed, a
   * folder in the way never removed (answered in `skipped`). The private index is brought along.
   */
  write(
    from: TreeId,
    to: TreeId,
    only?: readonly RepoPath[],
  ): Promise<{ readonly skipped: readonly { readonly path: RepoPath; readonly why: string }[] }>;
  /** Linked worktrees only: detached HEAD and the tree's own index brought to this commit, files left alone. */
  settle(commit: CommitId): Promise<void>;
}

// ── files ─────────────────────────────────────────────────────────────────────────────────────────

/** Plain files below a root. A path that leaves it, also through a link, throws `machine/cannot-write` or reads as null. */
export interface Files {
  read(root: string, path: RepoPath): Promise<Uint8Array | null>;
  /** Temp file beside, flush, rename, flush the folder: readers see old or new. Same bytes: not touched. */
  write(root: string, path: RepoPath, bytes: Uint8Array | string): Promise<void>;
  remove(root: string, path: RepoPath): Promise<void>;
  kind(
    root: string,
    path: RepoPath,
  ): Promise<{ readonly kind: 'file' | 'folder' | 'link' | 'special'; readonly bytes: number } | null>;
  makeFolder(root: string, path: RepoPath): Promise<void>;
  /** Files directly in a folder, sorted; none where there is no such folder. */
  list(root: string, folder: RepoPath): Promise<readonly RepoPath[]>;
  /** Copies one untracked file from one working tree to another; false where there is none. */
  copy(from: string, to: string, path: RepoPath): Promise<boolean>;
  /** `empty`, `occupied` or `absent` folder at an absolute path. */
  place(path: string): Promise<'absent' | 'empty' | 'occupied'>;
  /** Adds or removes a line of `<git dir>/info/exclude`; other lines stay. */
  exclude(commonDir: string, pattern: string, present: boolean): Promise<void>;
  /** Bytes free where `path` is. */
  free(path: string): Promise<number>;
}

/** `<common git dir>/cairn/`: what this machine knows and may lose. */
export interface StateStore {
  readonly folder: string;
  sessions(): Promise<readonly SessionId[]>;
  of(session: SessionId): SessionState;
}

/** What this machine remembers of a session besides its journal. */
export interface SessionAbout {
  /** Without `refs/heads/`. */
  readonly branch: string;
  /** Absolute path of its working tree. */
  readonly root: string;
  readonly isolation: Isolation;
  /** `pending`: the worktree was made and its setup commands have not all succeeded yet. */
  readonly setup: 'pending' | 'done';
  /** In place: where HEAD was at the last attempt or checkpoint. */
  readonly head: { readonly commit: CommitId | null; readonly branch: string | null } | null;
}

export interface SessionState {
  readonly folder: string;
  /** Path of the private index. */
  readonly index: string;
  exists(): Promise<boolean>;
  /** Makes the folder with this in it; also over one that is there. */
  create(about: SessionAbout): Promise<void>;
  about(): Promise<SessionAbout | null>;
  /** Changes some of it, atomically and flushed. */
  note(change: Partial<SessionAbout>): Promise<void>;
  remove(): Promise<void>;
  /** Appends a line; `flush` = on disk before it resolves. */
  journal(line: JournalLine, options?: { readonly flush?: boolean }): Promise<void>;
  /** All whole lines; a torn last one is dropped, a malformed earlier one is told in `damaged`. */
  readJournal(): Promise<{ readonly lines: readonly JournalLine[]; readonly damaged: boolean }>;
  /** Starts the journal anew with these lines (atomically). */
  resetJournal(lines: readonly JournalLine[]): Promise<void>;
  /** Records commits published (or trusted) from here; flushed. */
  recordPublished(commit: CommitId): Promise<void>;
  published(): Promise<ReadonlySet<string>>;
  /** Folder for the output of one attempt: `output/<phase>-<attempt>/`. */
  outputFolder(phase: PhaseId | 'setup', attempt: number): Promise<string>;
  /** Last `lines` lines of an output file below {@link outputFolder}, bounded in bytes. */
  tail(file: string, lines: number): Promise<readonly string[]>;
  /** Requests from any window or terminal to whoever drives the session. */
  request(kind: SessionRequest): Promise<void>;
  requests(): Promise<readonly SessionRequest[]>;
  clearRequests(kinds?: readonly SessionRequest[]): Promise<void>;
  /** Removes stale `*.lock` files of our own index; only the lease holder may call this. */
  clearOwnLocks(): Promise<void>;
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

// ── processes and agents ──────────────────────────────────────────────────────────────────────────

/** What identifies a process group on this machine for as long as its leader lives. `mark` is in the environment of all its members. */
export interface ProcessGroup {
  readonly pid: number;
  readonly startTime: string;
  readonly mark: string;
}

export interface ProcessTask {
  readonly command: Command;
  readonly cwd: string;
  /** The whole environment but the `mark`. */
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
  readonly timeoutMs: number;
  /** Standard output and error go here, bounded (10 MB, the middle left out and told). */
  readonly outputFile: string;
  readonly signal: AbortSignal;
  /** Awaited before the first byte of `stdin` is written. */
  readonly onStarted?: (group: ProcessGroup) => Promise<void>;
  readonly onLine?: (line: string) => void;
}

export interface ProcessEnd {
  /** `not-started`: there is no such program or it may not run. */
  readonly kind: 'exited' | 'signalled' | 'timed-out' | 'cancelled' | 'not-started';
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly ms: number;
  /** The last 30 lines of its output. */
  readonly tail: string;
}

/** Programs below a supervisor that ends their whole group as soon as we are gone. */
export interface Processes {
  run(task: ProcessTask): Promise<ProcessEnd>;
  /** Ends whatever is left of a group; true when something was still alive. */
  end(group: ProcessGroup): Promise<boolean>;
}

export interface AgentTask {
  readonly prompt: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly outputFile: string;
  readonly signal: AbortSignal;
  readonly onStarted: (group: ProcessGroup) => Promise<void>;
  readonly onEvent: (event: AgentEvent) => void;
}

export type AgentEvent =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'tool';
      readonly id: string;
      readonly title: string;
      readonly kind: string;
      readonly path: string | null;
      readonly status: 'started' | 'ended' | 'failed';
    }
  | { readonly type: 'plan'; readonly entries: readonly { readonly text: string; readonly status: string }[] }
  | { readonly type: 'usage'; readonly usage: unknown }
  | { readonly type: 'session-hint'; readonly id: string };

export interface Agent {
  readonly kind: 'command' | 'manual' | 'acp' | 'language-model';
  readonly name: string;
  /** Why this one, when `auto` chose it. */
  readonly chosenBecause: string | null;
  version(): Promise<string | null>;
  run(task: AgentTask): Promise<AgentOutcome>;
}

export interface Agents {
  /** Throws `machine/agent-not-found`. */
  resolve(choice: AgentChoice): Promise<Agent>;
}

/** Finds secrets in what would be published. Lines are 1-based. */
export interface SecretScanner {
  scan(path: string, bytes: Uint8Array): Promise<readonly { readonly line: number; readonly what: string }[]>;
}
