/** Git as a session sees it: one repository; `workingTreePort.ts` is a working tree of it. */
import type {
  BlobId,
  CommitId,
  RefName,
  RepoPath,
  SessionId,
  Timestamp,
  TreeId,
} from '../model/names/ids.ts';
import type { Fault } from '../model/names/treeFaults.ts';
import type { WorkingTree, WriteStep } from './workingTreePort.ts';

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

/** An entry of a tree that must reach no disk and no index. */
export interface UnsafeEntry {
  /** Of the tree's own folder itself: empty. */
  readonly path: RepoPath;
  readonly why: Fault;
}

export interface Brought {
  readonly path: RepoPath;
  readonly blob: BlobId;
  readonly bytes: number;
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

/** One move of a ref, as git on this machine wrote it down. */
export interface RefMoved {
  readonly to: CommitId;
  /** What moved it said: `cairn: <kind>` of a checkpoint that was published from here. */
  readonly why: string;
}

/** `commit` null: the ref itself is torn and says none. */
export interface DamagedRef {
  readonly name: RefName;
  readonly commit: CommitId | null;
}

/** A linked working tree as git has it registered. */
export interface LinkedTree {
  readonly path: string;
  /** The folder is gone, or tied to a repository that is. */
  readonly missing: boolean;
  /** What lies there is a working tree of another repository, which is there: of the one that this is a copy of. */
  readonly isForeign: boolean;
  /** The session that it is marked for; null: a person's, or made before there were marks. */
  readonly session: SessionId | null;
  /** How much of it git wrote: less than the whole where it was cut off, `none`: nothing lies there. */
  readonly checkout: 'whole' | 'part' | 'none';
}

/** A repository, or a working tree of one, that lies in a working tree of ours and goes with it. */
export interface NestedRepository {
  /** From the root of that tree; of a submodule that is not checked out, below `.git`. */
  readonly path: string;
  /** How many commits no other ref of a repository that stays, or no remote-tracking branch, has. */
  readonly commits: number;
  /** How many paths are changed or untracked. */
  readonly uncommitted: number;
  /** Git cannot say. */
  readonly unreadable: boolean;
}

/**
 * One repository, whatever working tree it was opened from. Reads never see replace refs or user formatting.
 *
 * Whatever would write the files of a tree, or load it into an index, throws `data/unsafe-tree` before the first byte where
 * git, or a file system of some machine, must not be given it; reads answer such trees as they are.
 */
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
  /**
   * What decides what git runs in a working tree and is in no tree (config, hooks, attributes, of the repository and of a
   * linked working tree): the names that people know, each with what says whether it changed.
   */
  guarded(root: string): Promise<ReadonlyMap<string, string>>;
  /** Which of these paths git ignores in a working tree; a tracked path is never ignored. */
  ignored(root: string, paths: readonly RepoPath[]): Promise<readonly RepoPath[]>;

  /** All refs that match (git's own pattern rules), with the message of their commits: one process. */
  refs(patterns: readonly string[]): Promise<readonly Ref[]>;
  /** The same, with those that say no commit or one that cannot be read: what a power loss leaves. One process. */
  refsAndDamaged(
    patterns: readonly string[],
  ): Promise<{ readonly refs: readonly Ref[]; readonly damaged: readonly DamagedRef[] }>;
  tip(ref: RefName): Promise<CommitId | null>;
  /** The same without a process of its own; null also where the commit is missing, so it decides nothing that must be sure. */
  glance(ref: RefName): Promise<CommitId | null>;
  /** Commit that a revision names, or null. */
  resolve(revision: string): Promise<CommitId | null>;
  /** Compare-and-swap, flushed; `from: null` = must not exist, `to: null` = delete. False: somebody was faster. @throws `repo/ref-in-the-way` */
  moveRef(
    ref: RefName,
    move: { readonly from: CommitId | null; readonly to: CommitId | null; readonly why: string },
  ): Promise<boolean>;

  /** How it came there, oldest first, as far as git keeps that here; written by nothing that comes from elsewhere. */
  moves(ref: RefName): Promise<readonly RefMoved[]>;

  /** Gives a ref that was torn a commit again. False: it was not torn, or somebody else holds its lock. */
  mendRef(ref: RefName, to: CommitId): Promise<boolean>;

  /**
   * Removes locks of our refs that are old and whose owner is not seen alive; answers those refs. A name that ends with a
   * slash means all below. For the holder of the lease only.
   */
  clearLocks(refs: readonly string[]): Promise<readonly RefName[]>;
  /** The same for HEAD and index of a linked working tree of ours; answers the locks that are gone. */
  clearWorktreeLocks(path: string): Promise<readonly string[]>;

  /** First-parent history, newest first, until (without) `until`, at most `limit`. Missing objects throw `data/missing-object`. */
  history(
    tip: CommitId,
    options?: { readonly until?: CommitId; readonly limit?: number },
  ): Promise<readonly CommitEntry[]>;
  isAncestor(ancestor: CommitId, descendant: CommitId): Promise<boolean>;
  /**
   * Every content of every file that is in the history of `head` but not in that of `since`, each once, under one of its
   * paths. What a remote-tracking branch has as well is left out: it has been published before.
   */
  brought(head: CommitId, since: CommitId): Promise<readonly Brought[]>;
  /**
   * Bytes that everything takes up, as git stores it, that these commits reach and those do not. Null where this clone cannot
   * say: one of them is not here.
   */
  addedBytes(by: readonly CommitId[], since: readonly CommitId[]): Promise<number | null>;
  commitEntry(commit: CommitId): Promise<CommitEntry>;

  /** The bytes of a file at a commit or tree; null where there is no regular file or link of that name. */
  read(at: CommitId | TreeId, path: RepoPath): Promise<Uint8Array | null>;
  readBlob(blob: BlobId): Promise<Uint8Array>;
  /** How long that is; null where it is not here. */
  blobBytes(blob: BlobId): Promise<number | null>;
  entry(at: CommitId | TreeId, path: RepoPath): Promise<TreeEntry | null>;
  /** Everything below a folder, recursively, sorted by path (bytes); '' = all. */
  list(at: CommitId | TreeId, folder: RepoPath | ''): Promise<readonly TreeEntry[]>;
  /** What differs between two trees (no renames), sorted by path, optionally only below some paths. */
  changes(
    from: CommitId | TreeId,
    to: CommitId | TreeId,
    under?: readonly RepoPath[],
  ): Promise<readonly Change[]>;
  /** What of a tree must reach no disk and no index, the first of it; empty: nothing. */
  unsafe(at: CommitId | TreeId): Promise<readonly UnsafeEntry[]>;
  /** Throws `data/unsafe-tree` where there is any, else answers it: for who would do something before it is written. */
  refuseUnsafe<T extends CommitId | TreeId>(at: T): Promise<T>;
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

  /** All registered working trees. */
  linkedTrees(): Promise<readonly LinkedTree[]>;
  /** Roots of the working trees that stand on a branch, the main one among them. */
  standingOn(branch: RefName): Promise<readonly string[]>;
  /** A linked working tree with a detached HEAD; no hook runs and no config is written. */
  addWorktree(path: string, at: CommitId): Promise<void>;
  /** Says for which session a linked working tree was made (null: for none); git's own moving of it keeps that. */
  markWorktree(path: string, session: SessionId | null): Promise<void>;
  /** Takes over that a linked working tree lies elsewhere now; false: what lies there is another one. */
  followWorktree(from: string, to: string): Promise<boolean>;
  /** True: a working tree of this repository lies there. */
  owns(root: string): Promise<boolean>;
  /** Ties a registered working tree that lost its `.git`, or has another, to the repository again. */
  repairWorktree(path: string): Promise<WorktreeRepair>;
  /** Every repository and working tree that would go with a linked working tree, at any depth, ignored or not. */
  nestedIn(path: string): Promise<readonly NestedRepository[]>;
  /** Removes a linked working tree and its folder; links and junctions inside are not followed. */
  removeWorktree(path: string): Promise<void>;

  /** Git's view of one working tree through an index of our own. */
  workingTree(at: {
    readonly root: string;
    readonly index: string;
    readonly always: readonly RepoPath[];
    /** Untracked files that are none of the session's, such as those copied into a worktree: never pending. */
    readonly never?: readonly RepoPath[];
    /** Asked before each file that is written or removed: throws where nothing more may be. */
    readonly fence?: () => Promise<void>;
    /** Told after each step of a write that a process may die behind. */
    readonly step?: (step: WriteStep) => void;
  }): WorkingTree;
  /** Ends helper processes. */
  dispose(): Promise<void>;
}

/** `followed`: the repository was moved. `aside`: where that is now which stood in the place of the file `.git`; null: nothing did. */
export type WorktreeRepair =
  | { readonly kind: 'whole' }
  | { readonly kind: 'followed' }
  | { readonly kind: 'tied'; readonly aside: string | null };
