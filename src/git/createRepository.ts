import { CairnError } from '../base/cairnError.ts';
import type { BlobId, CommitId, RefName } from '../model/names/ids.ts';
import type { Log, Ref, Repository } from '../session/ports.ts';
import { createAddedBytes } from './addedBytes.ts';
import { brought } from './brought.ts';
import { splitNul } from './bytes.ts';
import { changesBetween } from './changes.ts';
import { commitAsPerson } from './commitAsPerson.ts';
import { clearRefLocks } from './clearRefLocks.ts';
import { readCommit, storeCommit, type Identity } from './commits.ts';
import { composeTree } from './compose.ts';
import type { Git, GitProgram } from './createGit.ts';
import { createFlushing } from './flushing.ts';
import { createGate, type Gate } from './gate.ts';
import { readGuarded } from './guardedFiles.ts';
import { isAncestor, readHistory } from './history.ts';
import { followWorktree, markWorktree, repairWorktree } from './linkedFolders.ts';
import { clearWorktreeLocks, listLinkedTrees } from './linkedTrees.ts';
import { mendRef } from './mendRef.ts';
import { mergeTrees } from './merge.ts';
import { nestedRepositories } from './nestedRepositories.ts';
import { createObjects, type Objects } from './objects.ts';
import { moveRef } from './moveRef.ts';
import { readRefMoves } from './refMoves.ts';
import { readIgnored } from './readIgnored.ts';
import { listRefs, readTip } from './refs.ts';
import { resolveRevision } from './resolveRevision.ts';
import { ownsTree } from './ownsTree.ts';
import { createTrees, entryOf, FOLDER, type Trees } from './trees.ts';
import { personsConfigFiles } from './workingTree/filters.ts';
import { createWorkingTree } from './workingTree/createWorkingTree.ts';
import { whyNotBranch } from './whyNotBranch.ts';
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

/** Puts the parts together; each part answers one question and can be read alone. */
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
  const objects = createObjects(
    program,
    commonDir,
    idBytes === 32 ? 'sha256' : 'sha1',
    createFlushing(flush),
  );
  const trees = createTrees(objects, idBytes);
  const gate = createGate(trees);
  const zero = '0'.repeat(idBytes * 2);
  // What all working trees share is asked for in the common directory: it stays when a worktree goes.
  const shared = commonDir;
  const reading = { git, cwd: shared, log, readOne: refReader(objects) };
  const configFiles = personsConfigFiles(program.env, commonDir);
  const placing = { git, objects, trees, gate, log, zero, commonDir, configFiles };

  return {
    root,
    commonDir,
    mainRoot,
    ...readingOf(objects, trees),
    identity: () => readIdentity(git, root, program.env),
    whyNotBranch: (branch) => whyNotBranch(git, shared, branch),
    guarded: (at) => readGuarded(commonDir, at),
    ignored: (at, paths) => readIgnored(git, at, paths),
    refs: async (patterns) => (await listRefs(reading, patterns)).refs,
    refsAndDamaged: (patterns) => listRefs(reading, patterns),
    tip: (ref) => readTip(git, shared, ref),
    resolve: (revision) => resolveRevision(git, root, revision),
    moveRef: (ref, move) => moveRef({ program, git, commonDir, zero }, { ref, ...move }, objects.flushed()),
    moves: (ref) => readRefMoves(commonDir, ref),
    mendRef: (ref, to) => mendRef(commonDir, ref, to),
    clearLocks: (refs) => clearRefLocks(commonDir, refs),
    history: (tip, options = {}) => readHistory(git, shared, tip, options),
    ...comparingOf(git, shared, objects),
    writeBlob: async (bytes) => (await objects.write('blob', bytes)) as BlobId,
    compose: (base, edits) => composeTree(trees, objects, base, edits),
    ...gatedOf(git, shared, { trees, objects, gate }),
    commit: (of) => storeCommit(objects, who, of),
    linkedTrees: () => listLinkedTrees(shared),
    standingOn: (branch) => standingOn(git, shared, mainRoot, branch),
    markWorktree: (path, session) => markWorktree(shared, path, session),
    followWorktree: (from, to) => followWorktree(shared, from, to),
    owns: (at) => ownsTree(shared, at),
    repairWorktree: (path) => repairWorktree(shared, path),
    clearWorktreeLocks: (path) => clearWorktreeLocks(shared, path),
    nestedIn: (path) => nestedRepositories(git, shared, path),
    removeWorktree: (path) => removeWorktree(git, shared, path),
    workingTree: (at) => createWorkingTree({ ...placing, ...at }),
    dispose: () => objects.dispose(),
  };
}

function refReader(objects: Objects): (name: RefName, commit: CommitId) => Promise<Ref> {
  return async (name, commit) => ({ name, ...(await readCommit(objects, commit)) });
}

/** What gives git trees to write. */
function gatedOf(
  git: Git,
  cwd: string,
  store: { readonly trees: Trees; readonly objects: Objects; readonly gate: Gate },
): Pick<Repository, 'unsafe' | 'refuseUnsafe' | 'merge' | 'commitAsPerson' | 'addWorktree'> {
  const { gate } = store;
  return {
    unsafe: (at) => gate.unsafe(at),
    refuseUnsafe: (at) => gate.pass(at),
    merge: (base, ours, theirs) => mergeTrees(git, cwd, store, base, ours, theirs),
    async commitAsPerson(of) {
      const [tree, parent] = [await gate.pass(of.tree), await gate.pass(of.parent)];
      return commitAsPerson(git, cwd, { tree, parent, message: of.message });
    },
    addWorktree: async (path, at) => addWorktree(git, cwd, path, await gate.pass(at)),
  };
}

/** What one commit has that another has not. */
function comparingOf(
  git: Git,
  cwd: string,
  objects: Objects,
): Pick<Repository, 'isAncestor' | 'brought' | 'addedBytes'> {
  return {
    isAncestor: (ancestor, descendant) => isAncestor(git, cwd, ancestor, descendant),
    brought: (head, since) => brought(git, cwd, objects, head, since),
    addedBytes: createAddedBytes(git, cwd, objects),
  };
}

/** The half that only reads objects: no process is started once the reader runs. */
function readingOf(
  objects: Objects,
  trees: Trees,
): Pick<
  Repository,
  'commitEntry' | 'glance' | 'read' | 'readBlob' | 'blobBytes' | 'entry' | 'list' | 'changes'
> {
  const readBlob = async (blob: BlobId): Promise<Uint8Array> => {
    const { type, bytes } = await objects.read(blob);
    if (type !== 'blob') throw new CairnError('data/missing-object', { object: blob, lastGood: null });
    return bytes;
  };
  return {
    readBlob,
    blobBytes: async (blob) => (await objects.look(blob))?.size ?? null,
    glance: async (ref) => (await objects.pointedAt(ref)) as CommitId | null,
    commitEntry: (commit) => readCommit(objects, commit),
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
    list: (at, folder) => trees.list(at, folder),
    changes: (from, to, under) => changesBetween(trees, from, to, under),
  };
}

/** The person's name and mail as git would take them, without git's guess from the machine's name. */
async function readIdentity(
  git: Git,
  cwd: string,
  env: GitProgram['env'],
): Promise<{ readonly name: string; readonly email: string } | null> {
  const { out } = await git(['config', '-z', '--get-regexp', '^(user|author)\\.(name|email)$'], {
    cwd,
    answers: [0, 1],
  });
  const values = new Map(splitNul(out).map((line) => line.toString('utf8').split('\n') as [string, string]));
  const name = env['GIT_AUTHOR_NAME'] || (values.get('author.name') ?? values.get('user.name'));
  const email = env['GIT_AUTHOR_EMAIL'] || (values.get('author.email') ?? values.get('user.email'));
  return name && email ? { name, email } : null;
}
