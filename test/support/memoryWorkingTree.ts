import { posix } from 'node:path';
import { CairnError } from '../../src/base/cairnError.ts';
import { byBytes } from '../../src/git/bytes.ts';
import { changesBetween } from '../../src/git/changes.ts';
import { composeTree } from '../../src/git/compose.ts';
import type { Gate } from '../../src/git/gate.ts';
import type { Objects } from '../../src/git/objects.ts';
import type { Trees } from '../../src/git/trees.ts';
import type { BlobId, CommitId, RefName, RepoPath, TreeId } from '../../src/model/names/ids.ts';
import type { Mode, Pending, WorkingTree } from '../../src/session/ports.ts';
import { below, type MemoryDisk, type MemoryNode } from './memoryFiles.ts';
import { objectId } from './memoryObjects.ts';
import type { MemoryHead } from './memoryRepository.ts';

interface Shared {
  readonly disk: MemoryDisk;
  readonly objects: Objects;
  readonly trees: Trees;
  readonly gate: Gate;
  readonly heads: Map<string, MemoryHead>;
  readonly store: Map<RefName, CommitId>;
  readonly flagged: Map<string, ReadonlySet<RepoPath>>;
  readonly busy: Map<string, string>;
  /** Path of a private index → the tree that it holds. */
  readonly indexes: Map<string, TreeId>;
}

/** A working tree on a {@link MemoryDisk}; its private index is just the tree that it holds. */
export function memoryWorkingTree(
  shared: Shared,
  at: {
    readonly root: string;
    readonly index: string;
    readonly always: readonly RepoPath[];
    readonly never?: readonly RepoPath[];
  },
): WorkingTree {
  const { disk, objects, trees, gate, indexes } = shared;
  const { root, index } = at;
  const head = (): MemoryHead => shared.heads.get(root) ?? { commit: null, branch: null };
  const flagged = (): ReadonlySet<RepoPath> => shared.flagged.get(root) ?? new Set();
  const nodeAt = (path: string): MemoryNode | null => disk.get(posix.join(root, path)) ?? null;
  const held = async (): Promise<TreeId> =>
    indexes.get(index) ?? composeTree(trees, objects, null, new Map());

  const differing = async (from: TreeId | CommitId): Promise<readonly Pending[]> => {
    const tracked = new Map((await trees.list(from, '')).map((entry) => [entry.path, entry]));
    const found: Pending[] = [];
    for (const [path, node] of filesOf(disk, root)) {
      if (flagged().has(path) || throughLink(disk, root, path)) continue;
      const before = tracked.get(path);
      if (!before && at.never?.includes(path)) continue;
      const always = at.always.some((top) => path.startsWith(`${top}/`));
      if (!before && !always && isIgnored(disk, root, gitDirOf(root, shared), path)) continue;
      const now = storedAs(node);
      if (before && before.blob === objectId('blob', now.bytes) && before.mode === now.mode) continue;
      found.push({
        path,
        change: before ? 'modified' : 'added',
        kind: node.kind === 'link' ? 'link' : 'file',
        bytes: now.bytes.length,
        tracked: before !== undefined,
      });
    }
    for (const path of tracked.keys()) {
      const node = nodeAt(path);
      if (flagged().has(path) || (node !== null && node.kind !== 'folder' && !throughLink(disk, root, path)))
        continue;
      found.push({ path, change: 'deleted', kind: 'file', bytes: 0, tracked: true });
    }
    return found.sort((left, right) => byBytes(left.path, right.path));
  };

  return {
    root,
    head: async () => ({ ...head() }),
    footing: async () => ({
      folder: root,
      git: 'git',
      head: head(),
      busy: shared.busy.get(root) ?? null,
      unmerged: [],
    }),
    async uncommitted() {
      const { commit } = head();
      const found = await differing(commit ?? (await composeTree(trees, objects, null, new Map())));
      const isNew = ({ change }: Pending): boolean => change === 'added';
      return [...found.filter((entry) => !isNew(entry)), ...found.filter(isNew)].map(({ path }) => path);
    },
    flagged: async () => [...flagged()].filter((path) => nodeAt(path) !== null),
    load: async (to) => void indexes.set(index, await trees.rootOf(await gate.pass(to))),
    async loadAfter(to, first) {
      const tree = await trees.rootOf(await gate.pass(to));
      const answer = await first();
      indexes.set(index, tree);
      return answer;
    },
    holds: async (tree) => indexes.get(index) === tree,
    pending: async () => differing(await held()),
    async capture(paths) {
      const edits = new Map<RepoPath, { blob: BlobId; mode: Mode } | null>();
      for (const path of paths) {
        if (flagged().has(path)) continue;
        const node = throughLink(disk, root, path) ? null : nodeAt(path);
        if (node?.kind === 'folder') continue;
        if (node === null) edits.set(path, null);
        else
          edits.set(path, {
            mode: storedAs(node).mode,
            blob: (await objects.write('blob', storedAs(node).bytes)) as BlobId,
          });
      }
      const tree = await composeTree(trees, objects, await held(), edits);
      indexes.set(index, tree);
      return { tree, notTaken: [] };
    },
    async ignoredHere() {
      const tracked = new Set((await trees.list(await held(), '')).map((entry) => entry.path));
      const ignored = (path: string): boolean => isIgnored(disk, root, gitDirOf(root, shared), path);
      const found = [...filesOf(disk, root)].flatMap(([path]) => {
        if (tracked.has(path) || !ignored(path)) return [];
        const names = path.split('/');
        const folder = names.findIndex(
          (_name, at) => at < names.length - 1 && ignored(`${names.slice(0, at + 1).join('/')}/`),
        );
        return [folder === -1 ? path : `${names.slice(0, folder + 1).join('/')}/`];
      });
      return [...new Set(found as RepoPath[])].sort(byBytes);
    },
    normalised: async () => [],
    // Nobody saves while a call of this twin goes on.
    release: async () => [],
    putBackCutOff: async () => [],
    async write(from, to, only, raw) {
      for (const tree of [from, to]) await gate.pass(tree);
      const changes = await changesBetween(trees, from, to, only);
      for (const { after } of changes)
        if (after && !(await objects.look(after.blob)))
          throw new CairnError('data/missing-object', { object: after.blob, lastGood: null });
      const skipped: { path: RepoPath; why: string }[] = [];
      const reachable = (path: RepoPath): boolean => {
        const link = throughLink(disk, root, path);
        if (link) skipped.push({ path, why: `${link} is a link` });
        else if (flagged().has(path)) skipped.push({ path, why: 'git was told to leave it alone' });
        else return true;
        return false;
      };
      for (const { path } of changes.filter((change) => change.after === null)) {
        if (!reachable(path) || nodeAt(path)?.kind === 'folder') continue;
        disk.delete(posix.join(root, path));
        removeEmpty(disk, root, posix.dirname(path));
      }
      for (const { path, after } of changes) {
        if (after === null || !reachable(path)) continue;
        const target = posix.join(root, path);
        if (
          disk.get(target)?.kind === 'folder' ||
          [...disk.keys()].some((key) => key.startsWith(`${target}/`))
        ) {
          skipped.push({ path, why: 'a folder is in the way' });
          continue;
        }
        disk.set(target, asNode((await objects.read(after.blob)).bytes, after.mode));
      }
      indexes.set(
        index,
        only === undefined
          ? await trees.rootOf(to)
          : await composeTree(
              trees,
              objects,
              from,
              new Map(changes.map((change) => [change.path, change.after])),
            ),
      );
      for (const [path, blob] of raw ?? [])
        if (nodeAt(path)?.kind === 'file')
          disk.set(posix.join(root, path), asNode((await objects.read(blob)).bytes, '100644'));
      return { skipped, unmade: [], stayed: [], unlike: [] };
    },
    unlocked: async () => {},
    async reset(commit) {
      indexes.set(index, await trees.rootOf(await gate.pass(commit)));
      shared.heads.set(root, { commit, branch: null });
    },
  };
}

/** Files and links of a working tree; what is in `.git` and in nested repositories is not ours. */
function* filesOf(
  disk: MemoryDisk,
  root: string,
): Generator<readonly [RepoPath, Exclude<MemoryNode, { kind: 'folder' }>]> {
  for (const [full, node] of disk) {
    if (node.kind === 'folder' || !full.startsWith(`${root}/`)) continue;
    const path = full.slice(root.length + 1);
    if (path.split('/').includes('.git')) continue;
    const above = path.split('/').slice(0, -1);
    if (above.some((_name, count) => disk.has(posix.join(root, ...above.slice(0, count + 1), '.git'))))
      continue;
    yield [path as RepoPath, node];
  }
}

/** Folders go with the last file in them, as in git's hands. */
function removeEmpty(disk: MemoryDisk, root: string, folder: string): void {
  if (folder === '.' || below(disk, posix.join(root, folder)).length > 0) return;
  disk.delete(posix.join(root, folder));
  removeEmpty(disk, root, posix.dirname(folder));
}

const storedAs = (node: MemoryNode): { readonly bytes: Buffer; readonly mode: Mode } => {
  if (node.kind === 'file') return { bytes: Buffer.from(node.bytes), mode: node.mode };
  return { bytes: Buffer.from(node.kind === 'link' ? node.target : ''), mode: '120000' };
};

const asNode = (bytes: Buffer, mode: Mode): MemoryNode =>
  mode === '120000'
    ? { kind: 'link', target: bytes.toString('utf8') }
    : { kind: 'file', bytes: Buffer.from(bytes), mode: mode === '100755' ? '100755' : '100644' };

function throughLink(disk: MemoryDisk, root: string, path: string): string | null {
  const parts = path.split('/');
  for (let count = 1; count < parts.length; count += 1) {
    const above = parts.slice(0, count).join('/');
    if (disk.get(posix.join(root, above))?.kind === 'link') return above;
  }
  return null;
}

const gitDirOf = (root: string, shared: Shared): string =>
  posix.join([...shared.heads.keys()][0] ?? root, '.git');

/** The part of ignore rules that tests need: names, `folder/`, `*.ext` and paths from the root, in the top `.gitignore` and `info/exclude`. */
export function isIgnored(disk: MemoryDisk, root: string, commonDir: string, path: string): boolean {
  const rules = [posix.join(root, '.gitignore'), posix.join(commonDir, 'info/exclude')].flatMap((file) => {
    const node = disk.get(file);
    return node?.kind === 'file' ? Buffer.from(node.bytes).toString('utf8').split('\n') : [];
  });
  const parts = path.split('/');
  const prefixes = parts.map((_part, count) => parts.slice(0, count + 1).join('/'));
  return rules
    .filter((rule) => rule !== '' && !rule.startsWith('#'))
    .some((rule) => {
      const bare = rule.replace(/\/$/, '').replace(/^\//, '');
      const candidates = rule.endsWith('/') ? prefixes.slice(0, -1) : prefixes;
      const rooted = bare.includes('/') || rule.startsWith('/');
      return candidates.some((prefix) => posix.matchesGlob(rooted ? prefix : posix.basename(prefix), bare));
    });
}
