import { CairnError } from '../base/cairnError.ts';
import type { BlobId, CommitId, RefName } from '../model/names/ids.ts';
import type {
  Ancestry,
  Log,
  Objects,
  ObjectWriter,
  Ref,
  Refs,
  Repository,
  Worktrees,
} from '../session/ports.ts';
import { createAddedBytes } from './addedBytes.ts';
import { changesBetween } from './changes.ts';
import { clearRefLocks } from './clearStaleLock.ts';
import { readCommit, storeCommit, type Identity } from './commits.ts';
import { composeTree } from './compose.ts';
import type { Git } from './createGit.ts';
import type { GitProgram } from './gitCall.ts';
import type { Environment } from './env.ts';
import { createFlushing } from './flushing.ts';
import { createGate, type Gate } from './gate.ts';
import { createNamedRefs } from './namedRefs.ts';
import { readGuarded } from './guardedFiles.ts';
import { readRefFile } from './headFile.ts';
import { brought, isAncestor, readHistory } from './history.ts';
import {
  followWorktree,
  forgetWorktree,
  markWorktree,
  registeredAs,
  repairWorktree,
} from './linkedFolders.ts';
import { clearWorktreeLocks, listLinkedTrees } from './linkedTrees.ts';
import { mendRef } from './mendRef.ts';
import type { MergeStore } from './merge/mergeTrees.ts';
import { nestedRepositories } from './nestedRepositories.ts';
import { createObjects, type Objects as Store } from './objects.ts';
import { moveRef } from './moveRef.ts';
import { patch } from './patch.ts';
import { readRefMoves } from './refMoves.ts';
import { readIgnored } from './readIgnored.ts';
import { listRefs, readTip, resolveRevision, whyNotBranch, type RefReading } from './refs.ts';
import { ownsTree } from './ownsTree.ts';
import { createTrees, entryOf, FOLDER, type Trees } from './trees.ts';
import { personOf } from './personOf.ts';
import { personsConfigFiles } from './workingTree/filters.ts';
import { createWorkingTrees } from './workingTree/createWorkingTree.ts';
import { addWorktree, removeWorktree, standingOn } from './worktrees.ts';

export interface Opened {
  readonly program: GitProgram;
  readonly git: Git;
  readonly root: string;
  readonly commonDir: string;
  readonly mainRoot: string;
  readonly idBytes: 20 | 32;
  readonly who: Identity;
  readonly log: Log;
  readonly flush: (file: string) => Promise<void>;
}

/** Puts the parts together. Each part answers one question and can be read alone. */
export function createRepository({
  program,
  git,
  root,
  commonDir,
  mainRoot,
  idBytes,
  who,
  log,
  flush,
}: Opened): Repository {
  const algorithm = idBytes === 32 ? 'sha256' : 'sha1';
  const objects = createObjects(program, commonDir, algorithm, createFlushing(flush));
  const trees = createTrees(objects, idBytes);
  const gate = createGate(trees);
  const zero = '0'.repeat(idBytes * 2);
  // Ask for what all working trees share in the common directory: it stays when a worktree goes.
  const shared = commonDir;
  const readOne = async (name: RefName, commit: CommitId): Promise<Ref> => ({
    name,
    ...(await readCommit(objects, commit)),
  });
  const reading = { git, cwd: shared, log, objects, learned: { isLong: false }, readOne };
  const configFiles = personsConfigFiles(program.env, commonDir);
  const workingTreeAt = createWorkingTrees();
  const placing = { program, git, objects, trees, gate, log, zero, commonDir, configFiles };

  return {
    root,
    commonDir,
    mainRoot,
    owns: (at) => ownsTree(shared, at),
    namedRefs: createNamedRefs(commonDir),
    guarded: (at) => readGuarded(commonDir, at),
    runsFromTree: async (at) => (await import('./runsFromTree.ts')).runsFromTree(git, at),
    ignored: (at, paths) => readIgnored(git, at, paths),
    patch: (from, to, paths) => patch({ git, cwd: shared, trees, gate }, from, to, paths),
    workingTree: (at) => workingTreeAt({ ...placing, ...at }),
    ...objectsOf(objects, trees, gate),
    ...objectWriterOf({ git, commonDir, algorithm, trees, objects, gate }, who),
    ...refsOf(reading, { root, commonDir }, objects),
    whyNotBranch: (branch) => whyNotBranch(git, shared, branch),
    moveRef: (ref, move) => moveRef({ program, git, commonDir, zero }, { ref, ...move }, objects.flushed()),
    mendRef: (ref, to) => mendRef(commonDir, ref, to),
    clearLocks: (refs) => clearRefLocks(commonDir, refs),
    ...historyOf(git, shared, objects, program.env),
    ...worktreesOf(git, { shared, mainRoot }, gate),
    ...personOf(git, { root, mainRoot, shared, env: program.env }, gate),
    dispose: () => objects.dispose(),
  };
}

function objectsOf(store: Store, trees: Trees, gate: Gate): Objects {
  const readBlob = async (blob: BlobId): Promise<Uint8Array> => {
    const { type, bytes } = await store.read(blob);
    if (type !== 'blob') throw new CairnError('data/missing-object', { object: blob, lastGood: null });
    return bytes;
  };
  return {
    readBlob,
    blobBytes: async (blob) => (await store.look(blob))?.size ?? null,
    commitEntry: (commit) => readCommit(store, commit),
    async read(at, path) {
      const node = await trees.find(at, path);
      return node === null || node.mode === FOLDER || node.mode === '160000'
        ? null
        : readBlob(node.id as BlobId);
    },
    async entry(at, path) {
      const node = await trees.find(at, path);
      return node === null || node.mode === FOLDER ? null : entryOf(node, path);
    },
    entries: (at) => trees.entries(at),
    list: (at, folder) => trees.list(at, folder),
    changes: (from, to, under) => changesBetween(trees, from, to, under),
    refuseUnsafe: (at) => gate.pass(at),
  };
}

function objectWriterOf(store: MergeStore, who: Identity): ObjectWriter {
  const { trees, objects } = store;
  return {
    writeBlob: async (bytes) => (await objects.write('blob', bytes)) as BlobId,
    compose: (base, edits) => composeTree(trees, objects, base, edits),
    merge: async (base, ours, theirs, labels) =>
      (await import('./merge/mergeTrees.ts')).mergeTrees(store, base, ours, theirs, labels),
    commit: (of) => storeCommit(objects, who, of),
  };
}

function refsOf(
  reading: RefReading,
  { root, commonDir }: { readonly root: string; readonly commonDir: string },
  store: Store,
): Refs {
  const { git, cwd } = reading;
  return {
    refs: (patterns, damaged) => listRefs(reading, patterns, damaged),
    tip: async (ref) => readRefFile(commonDir, ref) ?? readTip(git, cwd, ref),
    glance: async (ref) => (await store.pointedAt(ref)) as CommitId | null,
    resolve: (revision) => resolveRevision(git, root, revision),
    moves: (ref) => readRefMoves(commonDir, ref),
  };
}

function historyOf(git: Git, cwd: string, store: Store, env: Environment): Ancestry {
  return {
    history: (tip, options = {}) => readHistory(git, cwd, store, tip, options),
    isAncestor: (ancestor, descendant) => isAncestor(git, cwd, ancestor, descendant),
    brought: (head, since) => brought(git, cwd, store, head, since),
    addedBytes: createAddedBytes(git, cwd, store, env),
  };
}

function worktreesOf(
  git: Git,
  { shared, mainRoot }: { readonly shared: string; readonly mainRoot: string },
  gate: Gate,
): Worktrees {
  return {
    linkedTrees: () => listLinkedTrees(shared),
    standingOn: (branch) => standingOn(git, shared, mainRoot, branch),
    addWorktree: async (path, at) => addWorktree(git, shared, path, await gate.pass(at)),
    markWorktree: (path, name) => markWorktree(shared, path, name),
    registeredAs: (place) => registeredAs(shared, place),
    forgetWorktree: (path) => forgetWorktree(shared, path),
    followWorktree: (from, to) => followWorktree(shared, from, to),
    repairWorktree: (path) => repairWorktree(shared, path),
    clearWorktreeLocks: (path) => clearWorktreeLocks(shared, path),
    nestedIn: (path) => nestedRepositories(git, shared, path),
    removeWorktree: (path) => removeWorktree(git, shared, path),
  };
}
