import { CairnError } from '../base/cairnError.ts';
import type { CommitId, TreeId } from '../model/names/ids.ts';
import type { UnsafeEntry } from '../session/ports.ts';
import type { Trees } from './trees.ts';
import { walkTree } from './walkTree.ts';

/** A tree, or a commit with one, that came through the gate: what gives git a tree to write or to index takes no other. */
export type Passed<T extends CommitId | TreeId> = T & { readonly __passed: true };

/** The one way for trees to a disk or into an index. */
export interface Gate {
  /** Throws `data/unsafe-tree`. A tree that came through once is known by its id, with all folders in it. */
  pass<T extends CommitId | TreeId>(at: T): Promise<Passed<T>>;
  /** What of it would be refused, the first of it; empty: it passes. */
  unsafe(at: CommitId | TreeId): Promise<readonly UnsafeEntry[]>;
  /**
   * That a tree passed is remembered elsewhere, beside an index that was loaded with it, maybe by another process: only what
   * differs from it is read. Answers it.
   */
  passedBefore(tree: TreeId): TreeId;
}

/** More than a large repository has folders; forgotten at once, and looked at again. */
const REMEMBERED = 500_000;

/** @param windows a backslash divides names on this machine */
export function createGate(trees: Trees, windows = process.platform === 'win32'): Gate {
  const passed = new Map<string, number>();
  /** What passed last: the next tree is nearly the same, and where it is nothing is read. */
  let last: string | null = null;

  const remember = (root: string, folders: Iterable<readonly [string, number]>): void => {
    if (passed.size > REMEMBERED) passed.clear();
    for (const [id, places] of folders) passed.set(id, places);
    last = root;
  };

  const look = async (root: TreeId): Promise<readonly UnsafeEntry[]> => {
    if (passed.has(root)) return [];
    const { unsafe, folders } = await walkTree({ trees, passed, windows }, root, last);
    // Of a tree that does not pass nothing is remembered: what is sound in it may stand beside what is not.
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
