import { CairnError } from '../base/cairnError.ts';
import type { RepoPath } from '../model/names/ids.ts';
import type { Fault } from '../model/names/faultWords.ts';
import { findFaults, MOST_PLACES } from '../model/names/treeFaults.ts';
import type { UnsafeEntry } from '../session/ports.ts';
import { byLevels } from './levels.ts';
import { FOLDER, type Node, type Trees } from './trees.ts';

interface Walking {
  readonly trees: Trees;
  /** Trees known to pass, with the number of files and folders in each. */
  readonly passed: ReadonlyMap<string, number>;
  readonly windows: boolean;
}

interface Walked {
  readonly unsafe: readonly UnsafeEntry[];
  /** Every tree that was read, with the number of files and folders in it, counted once per place. */
  readonly folders: ReadonlyMap<string, number>;
}

/** A tree's own entries. */
interface Shape {
  readonly entries: number;
  readonly folders: readonly string[];
}

/** A folder to read. */
interface Step {
  /** With a trailing slash; '' at the top. */
  readonly path: string;
  /** One id, or several if a file system takes the folders for one. */
  readonly ids: readonly string[];
  /** The tree at the same place in a tree that passed. */
  readonly beside: string | null;
}

/** Enough to report; a hostile tree may hold millions. */
const MOST_TOLD = 50;
/** Git's limit: no real files are deeper, and a walk might never end. */
const DEEPEST = 2048;

/**
 * Reads a tree and all folders in it that are not known to pass, level by level, each once however many places it has. Reads
 * the tree objects themselves: a flat list of paths does not distinguish `a/b` from a file called `a/b`.
 *
 * @param beside a tree that passed: equal folders at the same place are not read
 */
export async function walkTree(walking: Walking, root: string, beside: string | null): Promise<Walked> {
  const [unsafe, shapes, seen] = [[] as UnsafeEntry[], new Map<string, Shape>(), new Set<string>()];
  let tooDeep: Step | undefined;
  const next = ({ faults, below, read }: Looked, depth: number): readonly Step[] | null => {
    for (const [id, shape] of read) shapes.set(id, shape);
    for (const fault of faults) unsafe.push(fault);
    if (unsafe.length >= MOST_TOLD) return null;
    const fresh = below.filter((step) => isNew(seen, step));
    if (depth < DEEPEST - 1) return fresh;
    tooDeep ??= fresh[0];
    return [];
  };
  await byLevels([{ path: '', ids: [root], beside }], (step) => lookAt(walking, step), next);
  if (tooDeep !== undefined) unsafe.push({ path: tooDeep.path as RepoPath, why: 'too-deep' });
  if (unsafe.length > 0) return { unsafe: unsafe.slice(0, MOST_TOLD), folders: new Map() };
  const folders = placesIn(shapes, walking.passed);
  const isTooMany = (folders.get(root) ?? 0) > MOST_PLACES;
  return { unsafe: isTooMany ? [{ path: '' as RepoPath, why: 'too-many' }] : [], folders };
}

/** Each tree is counted once however often it is met; the product is what a walk over paths would visit. */
function placesIn(
  shapes: ReadonlyMap<string, Shape>,
  passed: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const counted = new Map<string, number>();
  const count = (id: string): number => {
    const known = counted.get(id) ?? passed.get(id);
    const shape = shapes.get(id);
    if (known !== undefined || shape === undefined) return known ?? 0;
    const below = shape.folders.reduce((sum, folder) => sum + count(folder), shape.entries);
    counted.set(id, below);
    return below;
  };
  for (const id of shapes.keys()) count(id);
  return counted;
}

function isNew(seen: Set<string>, { ids }: Step): boolean {
  const key = ids.join(' ');
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}

interface Looked {
  readonly faults: readonly UnsafeEntry[];
  readonly below: readonly Step[];
  readonly read: ReadonlyMap<string, Shape>;
}

async function lookAt({ trees, passed, windows }: Walking, { path, ids, beside }: Step): Promise<Looked> {
  const told = (name: string, why: Fault): UnsafeEntry => ({ path: `${path}${name}` as RepoPath, why });
  const folders: (readonly Node[])[] = [];
  for (const id of ids) {
    const read = await readFolder(trees, id);
    if (typeof read === 'string') return { faults: [told('', read)], below: [], read: new Map() };
    folders.push(read);
  }
  const { faults, below } = findFaults(folders, windows);
  const before = await folderIds(trees, beside);
  const steps = below.map((group): Step => ({
    path: `${path}${group[0]?.name ?? ''}/`,
    ids: group.map(({ id }) => id),
    beside: before.get(group[0]?.name ?? '') ?? null,
  }));
  return {
    read: new Map(ids.map((id, at) => [id, shapeOf(folders[at] ?? [])])),
    faults: faults.map(({ name, why }) => told(name, why)),
    below: steps.filter(
      (step) => step.ids.length > 1 || !(step.ids[0] === step.beside || passed.has(step.ids[0] ?? '')),
    ),
  };
}

const shapeOf = (nodes: readonly Node[]): Shape => ({
  entries: nodes.length,
  folders: nodes.flatMap(({ mode, id }) => (mode === FOLDER ? [id] : [])),
});

/** Why it is unreadable; then its contents are unknown. */
async function readFolder(trees: Trees, id: string): Promise<readonly Node[] | Fault> {
  try {
    return await trees.nodes(id);
  } catch (error) {
    if (!CairnError.is(error, 'data/unsafe-tree')) throw error;
    return error.details.entries[0]?.why as Fault;
  }
}

async function folderIds(trees: Trees, tree: string | null): Promise<ReadonlyMap<string, string>> {
  if (tree === null) return new Map();
  const nodes = await trees.nodes(tree).catch((error: unknown) => {
    // A tree that passed may be gone by now, with its checkpoint.
    if (CairnError.is(error, 'data/missing-object')) return [];
    throw error;
  });
  return new Map(nodes.filter(({ mode }) => mode === FOLDER).map(({ name, id }) => [name, id]));
}
