import type { CommitId, RepoPath, TreeId } from '../model/names/ids.ts';
import type { Change } from '../session/ports.ts';
import { byBytes } from './bytes.ts';
import { entryOf, FOLDER, nodesOrNone, type Node, type Trees } from './trees.ts';
import { walkPlaces } from './levels.ts';

/** Differences between two trees, sorted by path. Reads only folders whose ids differ. */
export async function changesBetween(
  trees: Trees,
  from: CommitId | TreeId,
  to: CommitId | TreeId,
  under?: readonly RepoPath[],
): Promise<readonly Change[]> {
  const found: Change[] = [];
  const [before, after] = await Promise.all([trees.rootOf(from), trees.rootOf(to)]);
  const inside = under === undefined ? null : insideOf(under);
  const first: Pair = { prefix: '', before, after };
  await walkPlaces(after, first, {
    key: (pair) => `${pair.before} ${pair.after}`,
    read: (pair) => readPair(trees, pair),
    size: ({ names }) => names.size,
    take({ prefix }, read) {
      for (const { name, before, after } of differing(read)) {
        const [path, oldFile, newFile] = [`${prefix}${name}`, fileOf(before), fileOf(after)];
        if ((oldFile || newFile) && isInside(inside, path)) found.push(changeOf(path, oldFile, newFile));
      }
    },
    below: ({ prefix }, read) =>
      differing(read).flatMap(({ name, before, after }) => {
        const folders = { before: folderOf(before), after: folderOf(after) };
        if (folders.before === folders.after || !mayHold(inside, `${prefix}${name}`)) return [];
        return [{ prefix: `${prefix}${name}/`, ...folders }];
      }),
  });
  return found.sort((left, right) => byBytes(left.path, right.path));
}

/** A folder in both trees, or in one of them. */
interface Pair {
  readonly prefix: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What the two sides of a pair hold, by name. */
interface ReadPair {
  readonly left: ReadonlyMap<string, Node>;
  readonly right: ReadonlyMap<string, Node>;
  readonly names: ReadonlySet<string>;
}

async function readPair(trees: Trees, { before, after }: Pair): Promise<ReadPair> {
  const [left, right] =
    before === after
      ? [new Map<string, Node>(), new Map<string, Node>()]
      : await Promise.all([nodesByName(trees, before), nodesByName(trees, after)]);
  return { left, right, names: new Set([...left.keys(), ...right.keys()]) };
}

interface Difference {
  readonly name: string;
  readonly before: Node | null;
  readonly after: Node | null;
}

function differing({ left, right, names }: ReadPair): readonly Difference[] {
  return [...names].flatMap((name) => {
    const [before, after] = [left.get(name) ?? null, right.get(name) ?? null];
    return before?.id === after?.id && before?.mode === after?.mode ? [] : [{ name, before, after }];
  });
}

function changeOf(path: string, before: Node | null, after: Node | null): Change {
  const side = (node: Node | null): Change['before'] => {
    if (!node) return null;
    const { mode, blob } = entryOf(node, path);
    return { mode, blob };
  };
  const kind = before === null ? 'added' : after === null ? 'deleted' : 'modified';
  return { path: path as RepoPath, kind, before: side(before), after: side(after) };
}

const fileOf = (node: Node | null): Node | null => (node && node.mode !== FOLDER ? node : null);
const folderOf = (node: Node | null): string | null => (node?.mode === FOLDER ? node.id : null);

async function nodesByName(trees: Trees, tree: string | null): Promise<Map<string, Node>> {
  return new Map((tree === null ? [] : await nodesOrNone(trees, tree)).map((node) => [node.name, node]));
}

/** The requested paths, and the folders above them. Sets, because a restore asks for thousands. */
interface Inside {
  readonly tops: ReadonlySet<string>;
  readonly above: ReadonlySet<string>;
}

function insideOf(under: readonly RepoPath[]): Inside {
  const tops = new Set(under.map((path) => path.replace(/\/$/, '')));
  return { tops, above: new Set([...tops].flatMap(foldersAbove)) };
}

function isInside(inside: Inside | null, path: string): boolean {
  if (inside === null || inside.tops.has('') || inside.tops.has(path)) return true;
  return foldersAbove(path).some((folder) => inside.tops.has(folder));
}

/** Also true for a folder above a requested path. */
function mayHold(inside: Inside | null, path: string): boolean {
  return isInside(inside, path) || (inside?.above.has(path) ?? true);
}

/** `a/b/c` → `a`, `a/b`. */
export function foldersAbove(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_name, at) => names.slice(0, at + 1).join('/'));
}
