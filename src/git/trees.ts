import type { BlobId, CommitId, RepoPath, TreeId } from '../model/names/ids.ts';
import type { Mode, TreeEntry } from '../session/ports.ts';
import type { Fault } from '../model/names/faultWords.ts';
import type { FoundEntry } from '../model/names/treeFaults.ts';
import { CairnError } from '../base/cairnError.ts';
import { byBytes, encodePath } from './bytes.ts';
import { walkPlaces } from './levels.ts';
import type { Objects } from './objects.ts';
import { FOLDER, parseTree } from './parseTree.ts';

export { FOLDER } from './parseTree.ts';

/** One entry of a tree object. */
export type Node = FoundEntry;

/** Parsed trees. Ids name contents, so a parsed tree stays valid. */
export interface Trees {
  /** The tree of a commit, or the tree itself. Throws `data/unsafe-tree` if it is unreadable. */
  rootOf(at: CommitId | TreeId): Promise<TreeId>;
  nodes(tree: string): Promise<readonly Node[]>;
  /** The entry at a path, which may be a folder; null if there is none. */
  find(at: CommitId | TreeId, path: string): Promise<Node | null>;
  /** What is directly at the top and no folder. */
  entries(at: CommitId | TreeId): Promise<readonly TreeEntry[]>;
  list(at: CommitId | TreeId, folder: string): Promise<readonly TreeEntry[]>;
  /** A tree of these nodes, with its future id. */
  plan(nodes: readonly Node[]): PlannedTree;
  store(plans: readonly PlannedTree[]): Promise<void>;
}

/** A tree that is not stored yet. */
export interface PlannedTree {
  readonly id: TreeId;
  readonly bytes: Buffer;
  readonly nodes: readonly Node[];
}

/** Enough for the folders above 10,000 changed files; more would only waste memory. */
const REMEMBERED = 20_000;

/** And enough for those of a million files. */
const MOST_NODES = 1_000_000;

/** A folder of half a million files. Beyond that a tree is none that can be read. Bytes. */
const MOST_TREE = 32 * 1024 * 1024;

/** Trees that were read, as many as do not fill the memory. */
function createParsed() {
  const parsed = new Map<string, readonly Node[]>();
  let held = 0;
  return {
    has: (id: string) => parsed.has(id),
    get: (id: string) => parsed.get(id),
    add(id: string, nodes: readonly Node[]): void {
      if (parsed.size >= REMEMBERED || held + nodes.length > MOST_NODES) {
        parsed.clear();
        held = 0;
      }
      held += nodes.length;
      parsed.set(id, nodes);
    },
  };
}

export function createTrees(objects: Objects, idBytes: number): Trees {
  const parsed = createParsed();
  const roots = new Map<string, TreeId>();

  const trees: Trees = {
    async rootOf(at) {
      if (parsed.has(at)) return at as TreeId;
      const known = roots.get(at);
      if (known !== undefined) return known;
      const { type, bytes } = await objects.read(at, MOST_TREE);
      if (type === 'tree') {
        parsed.add(at, parsedOrThrow(at, bytes, idBytes));
        return at as TreeId;
      }
      const tree = /^tree ([0-9a-f]+)\n/.exec(bytes.toString('latin1', 0, 80))?.[1];
      if (type !== 'commit' || tree === undefined)
        throw new CairnError('data/missing-object', { object: at, lastGood: null });
      roots.set(at, tree as TreeId);
      return tree as TreeId;
    },
    async nodes(tree) {
      const known = parsed.get(tree);
      if (known) return known;
      const { type, bytes } = await objects.read(tree, MOST_TREE);
      if (type !== 'tree') throw unreadable(tree, 'no-tree');
      const nodes = parsedOrThrow(tree, bytes, idBytes);
      parsed.add(tree, nodes);
      return nodes;
    },
    async find(at, path) {
      let node: Node = { name: '', mode: FOLDER, id: await trees.rootOf(at) };
      for (const name of path === '' ? [] : path.split('/')) {
        if (node.mode !== FOLDER) return null;
        const next = (await trees.nodes(node.id)).find((candidate) => candidate.name === name);
        if (!next) return null;
        node = next;
      }
      return node;
    },
    async entries(at) {
      const nodes = await trees.nodes(await trees.rootOf(at));
      const files = nodes.filter(({ mode }) => mode !== FOLDER).map((node) => entryOf(node, node.name));
      return files.sort((left, right) => byBytes(left.path, right.path));
    },
    async list(at, folder) {
      const top = await trees.find(at, folder);
      if (!top || top.mode !== FOLDER) return [];
      const found = await collect(trees, top.id, folder === '' ? '' : `${folder}/`);
      return found.sort((left, right) => byBytes(left.path, right.path));
    },
    plan: (nodes) => planned(objects, nodes),
    async store(plans) {
      await objects.writeTrees(plans.map(({ bytes }) => bytes));
      for (const { id, nodes } of plans) parsed.add(id, nodes);
    },
  };
  return trees;
}

function planned(objects: Pick<Objects, 'nameOf'>, nodes: readonly Node[]): PlannedTree {
  // A fault of an entry's old place does not apply to its new one.
  const sorted = nodes
    .map((node) => (node.odd === undefined ? node : { name: node.name, mode: node.mode, id: node.id }))
    .sort((left, right) => byBytes(sortName(left), sortName(right)));
  const bytes = serialiseTree(sorted);
  return { id: objects.nameOf('tree', bytes) as TreeId, bytes, nodes: sorted };
}

interface Folder {
  readonly id: string;
  /** With a trailing slash; '' at the top. */
  readonly prefix: string;
}

async function collect(trees: Trees, top: string, prefix: string): Promise<TreeEntry[]> {
  const found: TreeEntry[] = [];
  const first: Folder = { id: top, prefix };
  await walkPlaces(top, first, {
    key: ({ id }) => id,
    read: ({ id }) => nodesOrNone(trees, id),
    size: (nodes) => nodes.length,
    take({ prefix: above }, nodes) {
      for (const node of nodes) if (node.mode !== FOLDER) found.push(entryOf(node, `${above}${node.name}`));
    },
    below: ({ prefix: above }, nodes) =>
      nodes.flatMap(({ mode, id, name }) => (mode === FOLDER ? [{ id, prefix: `${above}${name}/` }] : [])),
  });
  return found;
}

/** For reading only: an unreadable folder has no files. Writing it is refused at the gate. */
export async function nodesOrNone(trees: Trees, tree: string): Promise<readonly Node[]> {
  try {
    return await trees.nodes(tree);
  } catch (error) {
    if (CairnError.is(error, 'data/unsafe-tree')) return [];
    throw error;
  }
}

export function entryOf(node: Node, path: string): TreeEntry {
  return { path: path as RepoPath, mode: modeOf(node.mode), blob: node.id as BlobId };
}

/** Old repositories hold modes such as 100664, which git reads so. */
export function modeOf(mode: string): Mode {
  if (mode === '120000' || mode === '160000') return mode;
  return (Number.parseInt(mode, 8) & 0o100) === 0 ? '100644' : '100755';
}

/** git sorts a folder as if its name ended in a slash. */
function sortName(node: Node): string {
  return node.mode === FOLDER ? `${node.name}/` : node.name;
}

function parsedOrThrow(tree: string, bytes: Buffer, idBytes: number): readonly Node[] {
  const nodes = parseTree(bytes, idBytes);
  if (nodes === null) throw unreadable(tree, 'malformed');
  return nodes;
}

const unreadable = (tree: string, why: Fault): CairnError =>
  new CairnError('data/unsafe-tree', { commit: null, tree, entries: [{ path: '', why }] });

function serialiseTree(nodes: readonly Node[]): Buffer {
  return Buffer.concat(
    nodes.flatMap((node) => [
      Buffer.from(`${node.mode} `),
      encodePath(node.name),
      Buffer.from([0]),
      Buffer.from(node.id, 'hex'),
    ]),
  );
}
