import { posix } from 'node:path';
import { CairnError } from '../../src/base/cairnError.ts';
import { changesBetween } from '../../src/git/changes.ts';
import { CAIRN, readCommit, storeCommit } from '../../src/git/commits.ts';
import { composeTree } from '../../src/git/compose.ts';
import { createGate } from '../../src/git/gate.ts';
import { createTrees, entryOf, FOLDER } from '../../src/git/trees.ts';
import type {
  BlobId,
  CommitId,
  RefName,
  RepoPath,
  TreeName,
  Timestamp,
  TreeId,
} from '../../src/model/names/ids.ts';
import type { Brought, CommitEntry, Ref, RefMoved, Repository } from '../../src/session/ports.ts';
import type { Store } from './hostileTrees.ts';
import type { MemoryDisk } from './memoryFiles.ts';
import { matchesRef } from './matchesRef.ts';
import { mergeInMemory } from './memoryMerge.ts';
import { nothingBeside, type MemoryBeside } from './memoryBeside.ts';
import { isIgnored, memoryWorkingTree } from './memoryWorkingTree.ts';

/** What a working tree of the twin stands on. */
export interface MemoryHead {
  commit: CommitId | null;
  branch: RefName | null;
}

/** The repository port without git: objects with git's own ids, refs with compare-and-swap, files on a {@link MemoryDisk}. */
export interface MemoryRepository extends Repository {
  readonly disk: MemoryDisk;
  readonly store: Map<RefName, CommitId>;
  readonly heads: Map<string, MemoryHead>;
  /** What lies on the same disk, among it what it was cloned from. */
  readonly beside: MemoryBeside;
  /** Says no to the next `commitAsPerson`, as a hook would. */
  refuseNextCommit(output: string): void;
  /** Marks paths of a working tree skip-worktree. */
  readonly flagged: Map<string, ReadonlySet<RepoPath>>;
  /** What is in progress in a working tree. */
  readonly busy: Map<string, string>;
  /** Stores an object as it is, unlooked at. */
  readonly keep: Store;
  /** Loses an object, as a torn disk does. */
  forget(id: string): void;
  /** Commits everything on the disk of a working tree and moves its branch, as a person would. */
  commitAll(root: string, message: string, at?: Timestamp): Promise<CommitId>;
}

const START = '2023-11-14T22:13:21.000Z' as Timestamp;

/** A repository at `/repo` on `main`, with one commit of `files` (none without files). Contents are text; links are made on the disk. */
export async function memoryRepository(
  files: Readonly<Record<string, string>> = {},
  options: {
    readonly root?: string;
    readonly disk?: MemoryDisk;
    readonly beside?: MemoryBeside;
    readonly identity?: { readonly name: string; readonly email: string } | null;
  } = {},
): Promise<MemoryRepository> {
  const root = options.root ?? '/repo';
  const disk: MemoryDisk = options.disk ?? new Map();
  for (const [path, text] of Object.entries(files))
    disk.set(posix.join(root, path), { kind: 'file', bytes: Buffer.from(text), mode: '100644' });
  const repository = createTwin(
    root,
    disk,
    options.identity === undefined ? { name: 'Ada Test', email: 'ada@example.invalid' } : options.identity,
    options.beside ?? nothingBeside(),
  );
  if (Object.keys(files).length > 0) await repository.commitAll(root, 'first');
  return repository;
}

function createTwin(
  root: string,
  disk: MemoryDisk,
  identity: { readonly name: string; readonly email: string } | null,
  beside: MemoryBeside,
): MemoryRepository {
  const { objects } = beside;
  const trees = createTrees(objects, 20);
  const gate = createGate(trees, false);
  const store = new Map<RefName, CommitId>();
  const moves = new Map<RefName, readonly RefMoved[]>();
  const heads = new Map<string, MemoryHead>([[root, { commit: null, branch: 'refs/heads/main' as RefName }]]);
  const flagged = new Map<string, ReadonlySet<RepoPath>>();
  const busy = new Map<string, string>();
  const marks = new Map<string, TreeName>();
  const indexes = new Map<string, TreeId>();
  const refusals: string[] = [];
  const commonDir = posix.join(root, '.git');
  const exists = (path: string): boolean =>
    disk.has(path) || [...disk.keys()].some((key) => key.startsWith(`${path}/`));
  const tie = (path: string): void => {
    const text = `gitdir: ${commonDir}/worktrees/${posix.basename(path)}\n`;
    disk.set(posix.join(path, '.git'), { kind: 'file', bytes: Buffer.from(text), mode: '100644' });
  };
  const branchHeads = (): void => {
    for (const head of heads.values()) if (head.branch !== null) head.commit = store.get(head.branch) ?? null;
  };

  const history = async (
    tip: CommitId,
    { until, limit = Infinity }: { until?: CommitId; limit?: number } = {},
  ): Promise<readonly CommitEntry[]> => {
    const entries: CommitEntry[] = [];
    for (let at: CommitId | undefined = tip; at !== undefined && at !== until && entries.length < limit;) {
      const entry: CommitEntry = await readCommit(objects, at);
      entries.push(entry);
      at = entry.parents[0];
    }
    return entries;
  };

  /** All commits that a history holds. */
  const reachable = async (tip: CommitId): Promise<Set<CommitId>> => {
    const seen = new Set<CommitId>();
    const open = [tip];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      open.push(...(await readCommit(objects, at)).parents);
    }
    return seen;
  };

  const brought: Repository['brought'] = async (head, since) => {
    const known = await reachable(since);
    for (const [name, tip] of store)
      if (name.startsWith('refs/remotes/')) for (const at of await reachable(tip)) known.add(at);
    const old = new Set<BlobId>();
    for (const at of known) for (const { blob } of await trees.list(at, '')) old.add(blob);
    const found = new Map<BlobId, Brought>();
    for (const at of await reachable(head)) {
      if (known.has(at)) continue;
      for (const { path, blob } of await trees.list(at, ''))
        if (!old.has(blob)) found.set(blob, { path, blob, bytes: (await objects.read(blob)).bytes.length });
    }
    return [...found.values()];
  };

  const addedBytes: Repository['addedBytes'] = async (by, since) => {
    const sizes = async (commits: readonly CommitId[]): Promise<Map<string, number>> => {
      const found = new Map<string, number>();
      const add = async (id: string): Promise<void> =>
        void found.set(id, (await objects.read(id)).bytes.length);
      for (const tip of commits)
        for (const at of await reachable(tip)) {
          await add(at);
          for (const { blob } of await trees.list(at, '')) await add(blob);
        }
      return found;
    };
    for (const commit of since) if ((await objects.look(commit)) === null) return null;
    const known = await sizes(since);
    return [...(await sizes(by))].reduce((sum, [id, bytes]) => sum + (known.has(id) ? 0 : bytes), 0);
  };

  const refsLike: Repository['refs'] = async (patterns, damaged) => {
    const names = [...store.keys()]
      .filter((name) => patterns.some((pattern) => matchesRef(name, pattern)))
      .sort();
    const refs: Ref[] = [];
    for (const name of names) {
      const at = store.get(name)!;
      if ((await objects.look(at)) === null) damaged?.({ name, commit: at });
      else {
        const { commit, at: when, by, message } = await readCommit(objects, at);
        refs.push({ name, commit, at: when, by, message });
      }
    }
    return refs;
  };

  const isAncestor = async (ancestor: CommitId, descendant: CommitId): Promise<boolean> =>
    (await reachable(descendant)).has(ancestor);

  const workingTree: Repository['workingTree'] = (at) =>
    memoryWorkingTree({ disk, objects, trees, gate, heads, store, flagged, busy, indexes }, at);

  return {
    disk,
    store,
    heads,
    flagged,
    busy,
    root,
    commonDir,
    mainRoot: root,
    keep: (type, bytes) => objects.write(type, Buffer.from(bytes)),
    forget: objects.forget,
    beside,
    refuseNextCommit: (output) => void refusals.push(output),
    async commitAll(at, message, when = START) {
      const tree = workingTree({ root: at, index: `${at}#commitAll`, always: [] });
      const captured = (await tree.capture((await tree.pending()).map((entry) => entry.path))).tree;
      const head = heads.get(at) ?? { commit: null, branch: null };
      const parents = head.commit === null ? [] : [head.commit];
      const commit = await storeCommit(objects, identity ?? CAIRN, {
        tree: captured,
        parents,
        message,
        at: when,
      });
      if (head.branch !== null) store.set(head.branch, commit);
      heads.set(at, { ...head, commit });
      return commit;
    },

    identity: async () => identity,
    async whyNotBranch(branch) {
      if (
        !/^(?![-/.])(?!.*(\.\.|\/\/|@\{|\/\.|\.lock(\/|$)))[^\s~^:?*[\\\x00-\x1f\x7f]+(?<![/.])$/.test(branch)
      )
        return `git does not take ${JSON.stringify(branch)} as the name of a branch`;
      const full = `refs/heads/${branch}`;
      const inTheWay = [...store.keys()].find(
        (ref) => full.startsWith(`${ref}/`) || ref.startsWith(`${full}/`),
      );
      return inTheWay === undefined
        ? null
        : `a branch called ${inTheWay.slice('refs/heads/'.length)} is in the way`;
    },
    guarded: async () => new Map(),
    namedRefs: async () => new Map([...store].filter(([name]) => /^refs\/(?:heads|tags)\//.test(name))),
    runsFromTree: async () => false,
    async ignored(at, paths) {
      const tracked = new Set(
        (heads.get(at)?.commit ? await trees.list(heads.get(at)!.commit!, '') : []).map(
          (entry) => entry.path,
        ),
      );
      return paths.filter((path) => !tracked.has(path) && isIgnored(disk, at, commonDir, path));
    },

    refs: refsLike,
    tip: async (ref) => store.get(ref) ?? null,
    glance: async (ref) => store.get(ref) ?? null,
    async resolve(revision) {
      const named = [
        revision,
        `refs/heads/${revision}`,
        `refs/tags/${revision}`,
        `refs/remotes/${revision}`,
      ].map((name) => store.get(name as RefName));
      const found =
        revision === 'HEAD'
          ? heads.get(root)?.commit
          : (named.find((commit) => commit !== undefined) ?? revision);
      return found && (await objects.look(found))?.type === 'commit' ? (found as CommitId) : null;
    },
    clearLocks: async () => [],
    clearWorktreeLocks: async () => [],
    // Nothing tears a map.
    mendRef: async () => false,
    moves: async (ref) => moves.get(ref) ?? [],
    async moveRef(ref, { from, to, why, drops = null }) {
      if ((store.get(ref) ?? null) !== from) return false;
      if (to !== null && (await objects.look(to))?.type !== 'commit')
        throw new CairnError('data/missing-object', { object: to, lastGood: null });
      // Git compares and sets in one step.
      if ((store.get(ref) ?? null) !== from) return false;
      const other = [...store.keys()].find(
        (name) => name.startsWith(`${ref}/`) || ref.startsWith(`${name}/`),
      );
      if (other !== undefined) throw new CairnError('repo/ref-in-the-way', { ref, other });
      if (to === null) {
        store.delete(ref);
        moves.delete(ref);
      } else {
        store.set(ref, to);
        // As git does: of branches and what is fetched, not of refs of another kind.
        if (/^refs\/(heads|remotes)\//.test(ref)) moves.set(ref, [...(moves.get(ref) ?? []), { to, why }]);
      }
      if (drops !== null && store.get(drops.ref) === drops.from) store.delete(drops.ref);
      branchHeads();
      return true;
    },
    history,
    isAncestor,
    brought,
    addedBytes,
    commitEntry: (commit) => readCommit(objects, commit),

    async read(at, path) {
      const node = await trees.find(at, path);
      return node === null || node.mode === FOLDER || node.mode === '160000'
        ? null
        : (await objects.read(node.id)).bytes;
    },
    readBlob: async (blob) => (await objects.read(blob)).bytes,
    blobBytes: async (blob) => (await objects.look(blob))?.size ?? null,
    async entry(at, path) {
      const node = await trees.find(at, path);
      return node === null || node.mode === FOLDER ? null : entryOf(node, path);
    },
    entries: (at) => trees.entries(at),
    list: (at, folder) => trees.list(at, folder),
    changes: (from, to, under) => changesBetween(trees, from, to, under),
    writeBlob: async (bytes) => (await objects.write('blob', bytes)) as BlobId,
    compose: (base, edits) => composeTree(trees, objects, base, edits),
    refuseUnsafe: (at) => gate.pass(at),
    merge: (base, ours, theirs, labels) =>
      mergeInMemory({ trees, objects, gate }, base, ours, theirs, labels),
    commit: (of) => storeCommit(objects, CAIRN, of),
    async commitAsPerson({ parent, commits }) {
      await gate.pass(parent);
      const made = [parent];
      for (const [at, { tree, message }] of commits.entries()) {
        await gate.pass(tree);
        const refused = refusals.shift();
        if (refused !== undefined) return { refused, at };
        const parents = made.slice(-1);
        made.push(await storeCommit(objects, identity ?? CAIRN, { tree, parents, message, at: START }));
      }
      return { commits: made.slice(1) };
    },

    async linkedTrees() {
      return [...heads.keys()]
        .filter((path) => path !== root)
        .map((path) => ({
          path,
          missing: !exists(posix.join(path, '.git')),
          name: marks.get(path) ?? null,
          isForeign: false,
          checkout: 'whole' as const,
        }));
    },
    async standingOn(branch) {
      return [...heads].filter(([, head]) => head.branch === branch).map(([path]) => path);
    },
    async markWorktree(path, name) {
      if (name === null) marks.delete(path);
      else if (heads.has(path)) marks.set(path, name);
    },
    nestedIn: async () => [],
    // Which files differ. How they do is text of git, and so is all that two trees differ in.
    async patch(from, to, paths) {
      if (!('root' in to)) throw new Error('a patch is text of git');
      const there = new Map((await trees.list(from, '')).map((entry) => [entry.path, entry]));
      const differs = async (path: RepoPath): Promise<boolean> => {
        const [entry, node] = [there.get(path), disk.get(posix.join(to.root, path))];
        if (entry === undefined || node?.kind !== 'file') return entry !== undefined || node !== undefined;
        const { bytes } = await objects.read(entry.blob);
        return entry.mode !== node.mode || Buffer.compare(bytes, node.bytes) !== 0;
      };
      const found = await Promise.all(paths.map(differs));
      return Buffer.from(paths.filter((_path, at) => found[at]).join('\n'));
    },
    followWorktree: async () => false,
    registeredAs: async () => null,
    async forgetWorktree(path) {
      heads.delete(path);
      marks.delete(path);
    },
    owns: async (at) => at === root || heads.has(at),
    async addWorktree(path, at) {
      await gate.pass(at);
      if ([...disk.keys()].some((key) => key.startsWith(`${path}/`)))
        throw new CairnError('git/failed', {
          command: 'git worktree add',
          exitCode: 128,
          stderr: `fatal: '${path}' already exists`,
        });
      heads.set(path, { commit: at, branch: null });
      tie(path);
      for (const entry of await trees.list(at, '')) {
        const { bytes } = await objects.read(entry.blob);
        const target = posix.join(path, entry.path);
        if (entry.mode === '120000') disk.set(target, { kind: 'link', target: bytes.toString('utf8') });
        else
          disk.set(target, {
            kind: 'file',
            bytes: Buffer.from(bytes),
            mode: entry.mode === '100755' ? '100755' : '100644',
          });
      }
    },
    async repairWorktree(path) {
      if (disk.has(posix.join(path, '.git'))) return { kind: 'whole' };
      tie(path);
      return { kind: 'tied', aside: null };
    },
    async removeWorktree(path) {
      heads.delete(path);
      marks.delete(path);
      for (const key of disk.keys()) if (key === path || key.startsWith(`${path}/`)) disk.delete(key);
    },
    workingTree,
    async dispose() {},
  };
}
