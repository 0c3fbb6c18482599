import type { CommitId, RepoPath, TreeId } from '../model/names/ids.ts';
import type { Change } from '../session/ports.ts';
import { byBytes } from './bytes.ts';
import { byLevels, countPlaces, entryOf, FOLDER, nodesOrNone, type Node, type Trees } from './trees.ts';

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
  const walk: Walk = { trees, inside, found, count: countPlaces(after) };
  const first: Pair = { prefix: '', before, after };
  await byLevels(
    [first],
    (pair) => compareFolders(walk, pair),
    (pairs) => pairs,
  );
  return found.sort((left, right) => byBytes(left.path, right.path));
}

interface Walk {
  readonly trees: Trees;
  /** Null for everything. */
  readonly inside: Inside | null;
  readonly found: Change[];
  readonly count: (places: number) => void;
}

/** A folder in both trees, or in one of them. */
interface Pair {
  readonly prefix: string;
  readonly before: string | null;
  readonly after: string | null;
}

async function compareFolders(walk: Walk, { prefix, before, after }: Pair): Promise<readonly Pair[]> {
  if (before === after) return [];
  const [left, right] = await Promise.all([nodesByName(walk.trees, before), nodesByName(walk.trees, after)]);
  const names = new Set([...left.keys(), ...right.keys()]);
  walk.count(names.size);
  return [...names].flatMap((name) =>
    compareNodes(walk, `${prefix}${name}`, left.get(name) ?? null, right.get(name) ?? null),
  );
}

/** Records what differs; answers the folder to read next. */
function compareNodes(walk: Walk, path: string, before: Node | null, after: Node | null): readonly Pair[] {
  if (before?.id === after?.id && before?.mode === after?.mode) return [];
  if (!mayHold(walk.inside, path)) return [];
  const [oldFile, newFile] = [fileOf(before), fileOf(after)];
  if ((oldFile || newFile) && isInside(walk.inside, path)) walk.found.push(changeOf(path, oldFile, newFile));
  const folders = { before: folderOf(before), after: folderOf(after) };
  return folders.before === folders.after ? [] : [{ prefix: `${path}/`, ...folders }];
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
