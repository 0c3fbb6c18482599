import { CairnError } from '../base/cairnError.ts';
import type { BlobId, CommitId, RepoPath, TreeId } from '../model/names/ids.ts';
import type { Fault } from '../model/names/faultWords.ts';
import type { Mode } from '../session/ports.ts';
import type { Objects } from './objects.ts';
import { FOLDER, type Node, type PlannedTree, type Trees } from './trees.ts';

export type Edits = ReadonlyMap<RepoPath, { readonly blob: BlobId; readonly mode: Mode } | null>;

/**
 * The tree `base` with these paths replaced; `null` removes a file or a whole folder.
 *
 * As with `git add`, a file replaces a folder of its name, and a path below a file replaces that file. Empty folders go. Reads
 * and stores only the folders above an edit, without starting a process.
 */
export async function composeTree(
  trees: Trees,
  objects: Objects,
  base: TreeId | CommitId | null,
  edits: Edits,
): Promise<TreeId> {
  await checkBlobs(objects, edits);
  const root = base === null ? null : await trees.rootOf(base);
  // A tree's id is known before it is stored, so parents and children are written in parallel.
  const toStore: PlannedTree[] = [];
  const keep = (nodes: readonly Node[]): TreeId => {
    const plan = trees.plan(nodes);
    toStore.push(plan);
    return plan.id;
  };
  const id = (await applyTo({ trees, keep }, root, planOf(base, edits))) ?? keep([]);
  await trees.store(toStore);
  return id;
}

interface Composing {
  readonly trees: Trees;
  readonly keep: (nodes: readonly Node[]) => TreeId;
}

/** The edits below one folder. */
interface Plan {
  readonly files: Map<string, { readonly blob: BlobId; readonly mode: Mode } | null>;
  readonly folders: Map<string, Plan>;
}

/** Why no tree may have this name on any system; null if it may. */
function whyNever(name: string): Fault | null {
  if (name === '') return 'empty';
  if (name === '.') return 'dot';
  if (name === '..') return 'up';
  return name.toLowerCase() === '.git' ? 'git' : null;
}

function planOf(base: string | null, edits: Edits): Plan {
  const top: Plan = { files: new Map(), folders: new Map() };
  for (const [path, edit] of edits) {
    const names = path.split('/');
    const last = names.pop() ?? '';
    const why = [...names, last].map(whyNever).find((one) => one !== null);
    // As when a hostile session's file is moved with its folder.
    if (why !== undefined)
      throw new CairnError('data/unsafe-tree', { commit: null, tree: base ?? '', entries: [{ path, why }] });
    let plan = top;
    for (const name of names) {
      const next = plan.folders.get(name) ?? { files: new Map(), folders: new Map() };
      plan.folders.set(name, next);
      plan = next;
    }
    plan.files.set(last, edit);
  }
  return top;
}

async function applyTo(composing: Composing, tree: string | null, plan: Plan): Promise<TreeId | null> {
  const nodes = new Map<string, Node>(
    (tree === null ? [] : await composing.trees.nodes(tree)).map((node) => [node.name, node]),
  );
  for (const [name, edit] of plan.files) {
    if (edit === null) nodes.delete(name);
    else nodes.set(name, { name, mode: edit.mode, id: edit.blob });
  }
  const below = await Promise.all(
    [...plan.folders].map(async ([name, inner]) => {
      const before = nodes.get(name);
      return {
        name,
        before,
        after: await applyTo(composing, before?.mode === FOLDER ? before.id : null, inner),
      };
    }),
  );
  for (const { name, before, after } of below) {
    if (after !== null) nodes.set(name, { name, mode: FOLDER, id: after });
    // Removing a path below a file removes nothing.
    else if (before?.mode === FOLDER) nodes.delete(name);
  }
  return nodes.size === 0 ? null : composing.keep([...nodes.values()]);
}

/** A tree that names a missing blob would go unnoticed until somebody needs it. */
async function checkBlobs(objects: Objects, edits: Edits): Promise<void> {
  await Promise.all(
    [...edits.values()].map(async (edit) => {
      if (edit === null || edit.mode === '160000') return;
      if ((await objects.look(edit.blob))?.type !== 'blob')
        throw new CairnError('data/missing-object', { object: edit.blob, lastGood: null });
    }),
  );
}
