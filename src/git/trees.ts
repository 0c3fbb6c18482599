import type { BlobId, CommitId, RepoPath, TreeId } from '../model/ids.ts';
import type { Mode, TreeEntry } from '../session/ports.ts';
import { CairnError } from '../base/cairnError.ts';
import { byBytes, decodePath, encodePath } from './bytes.ts';
import type { Objects } from './objects.ts';

/** One line of a tree object. */
export interface Node {
  readonly name: string;
  /** As git stores it: `40000` for a folder. */
  readonly mode: string;
  readonly id: string;
}

export const FOLDER = '40000';

/** Trees as JavaScript sees them; ids name contents, so what was parsed once stays true. */
export interface Trees {
  /** The tree of a commit, or the tree itself. */
  rootOf(at: CommitId | TreeId): Promise<TreeId>;
  nodes(tree: string): Promise<readonly Node[]>;
  /** What stands at a path, a folder included; null where nothing does. */
  find(at: CommitId | TreeId, path: string): Promise<Node | null>;
  list(at: CommitId | TreeId, folder: string): Promise<readonly TreeEntry[]>;
  /** The name that a tree of these nodes has, and the way to store it. */
  plan(nodes: readonly Node[]): { readonly id: TreeId; readonly store: () => Promise<void> };
}

/** Enough for the folders on the way to 10,000 changed files; more would only hold memory. */
const REMEMBERED = 20_000;

export function createTrees(objects: Objects, idBytes: number): Trees {
  const parsed = new Map<string, readonly Node[]>();
  const roots = new Map<string, TreeId>();

  const remember = (id: string, nodes: readonly Node[]): void => {
    if (parsed.size >= REMEMBERED) parsed.clear();
    parsed.set(id, nodes);
  };

  const trees: Trees = {
    async rootOf(at) {
      if (parsed.has(at)) return at as TreeId;
      const known = roots.get(at);
      if (known !== undefined) return known;
      const { type, bytes } = await objects.read(at);
      if (type === 'tree') {
        remember(at, parseTree(bytes, idBytes));
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
      const nodes = parseTree((await objects.read(tree)).bytes, idBytes);
      remember(tree, nodes);
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
    async list(at, folder) {
      const top = await trees.find(at, folder);
      if (!top || top.mode !== FOLDER) return [];
      const found: TreeEntry[] = [];
      await collect(trees, top.id, folder === '' ? '' : `${folder}/`, found);
      return found.sort((left, right) => byBytes(left.path, right.path));
    },
    plan(nodes) {
      const sorted = [...nodes].sort((left, right) => byBytes(sortName(left), sortName(right)));
      const bytes = serialiseTree(sorted);
      const id = objects.nameOf('tree', bytes) as TreeId;
      return { id, store: async () => remember(await objects.write('tree', bytes), sorted) };
    },
  };
  return trees;
}

/** Below a folder all subfolders are asked for at once: the reader answers them in one go. */
async function collect(trees: Trees, tree: string, prefix: string, found: TreeEntry[]): Promise<void> {
  const nodes = await trees.nodes(tree);
  await Promise.all(
    nodes.map(async (node) => {
      if (node.mode === FOLDER) await collect(trees, node.id, `${prefix}${node.name}/`, found);
      else found.push(entryOf(node, `${prefix}${node.name}`));
    }),
  );
}

export function entryOf(node: Node, path: string): TreeEntry {
  return { path: path as RepoPath, mode: modeOf(node.mode), blob: node.id as BlobId };
}

/** Old repositories hold modes such as 100664; git itself reads them so. */
export function modeOf(mode: string): Mode {
  if (mode === '120000' || mode === '160000') return mode;
  return (Number.parseInt(mode, 8) & 0o100) === 0 ? '100644' : '100755';
}

/** git sorts a folder as if its name ended in a slash. */
function sortName(node: Node): string {
  return node.mode === FOLDER ? `${node.name}/` : node.name;
}

function parseTree(bytes: Buffer, idBytes: number): Node[] {
  const nodes: Node[] = [];
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(0x20, at);
    const nul = bytes.indexOf(0, space);
    const mode = bytes.toString('latin1', at, space);
    const name = decodePath(bytes.subarray(space + 1, nul));
    at = nul + 1 + idBytes;
    nodes.push({ name, mode, id: bytes.toString('hex', nul + 1, at) });
  }
  return nodes;
}

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
