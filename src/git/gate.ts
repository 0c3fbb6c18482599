import { CairnError } from '../base/cairnError.ts';
import type { CommitId, TreeId } from '../model/names/ids.ts';
import type { UnsafeEntry } from '../session/ports.ts';
import type { Trees } from './trees.ts';
import { walkTree } from './walkTree.ts';

/** A tree, or a commit with one, that passed the gate. Whatever gives git a tree to write or index takes no other. */
export type Passed<T extends CommitId | TreeId> = T & { readonly __passed: true };

/** The only way for a tree to a disk or an index. */
export interface Gate {
  /** Throws `data/unsafe-tree`. Remembers what passed by id, with all folders in it. */
  pass<T extends CommitId | TreeId>(at: T): Promise<Passed<T>>;
  /** The first entries that would be refused; empty if it passes. */
  unsafe(at: CommitId | TreeId): Promise<readonly UnsafeEntry[]>;
  /**
   * Takes over that a tree passed, as remembered beside an index that holds it, perhaps by another process: later only
   * differences from it are read. Answers the tree.
   */
  passedBefore(tree: TreeId): TreeId;
}

/** More than the folders of a large repository. Beyond that everything is forgotten and read again. */
const REMEMBERED = 500_000;

/** @param windows a backslash divides names on this machine */
export function createGate(trees: Trees, windows = process.platform === 'win32'): Gate {
  const passed = new Map<string, number>();
  /** What passed last: the next tree is nearly the same, and equal parts are not read. */
  let last: string | null = null;

  const remember = (root: string, folders: Iterable<readonly [string, number]>): void => {
    if (passed.size > REMEMBERED) passed.clear();
    for (const [id, places] of folders) passed.set(id, places);
    last = root;
  };

  const look = async (root: TreeId): Promise<readonly UnsafeEntry[]> => {
    if (passed.has(root)) return [];
    const { unsafe, folders } = await walkTree({ trees, passed, windows }, root, last);
    // Remembers nothing of a refused tree: its sound parts may be beside unsound ones.
    if (unsafe.length === 0) remember(root, folders);
    return unsafe;
  };

  return {
    async pass(at) {
      const root = await trees.rootOf(at);
      const entries = await look(root);
      if (entries.length === 0) return at as Passed<typeof at>;
      throw new CairnError('data/unsafe-tree', {
        commit: (root as string) === at ? null : at,
        tree: root,
        entries,
      });
    },
    unsafe: async (at) => look(await trees.rootOf(at)),
    passedBefore(tree) {
      if (!passed.has(tree)) remember(tree, [[tree, 0]]);
      return tree;
    },
  };
}
