import type { CommitId, RepoPath, Timestamp, TreeId } from '../model/names/ids.ts';
import { decodePath, splitNul } from './bytes.ts';
import { CAIRN, storeCommit } from './commits.ts';
import type { Git } from './createGit.ts';
import type { Gate, Passed } from './gate.ts';
import type { Objects } from './objects.ts';
import type { Trees } from './trees.ts';

type Tree = CommitId | TreeId;

/**
 * Three-way merge of trees, without any working tree.
 *
 * `merge-tree` before git 2.40 has no `--merge-base` and takes commits only, so three unreferenced commits express the base.
 * The same trees give the same commits: asking twice stores nothing twice.
 */
export async function mergeTrees(
  git: Git,
  cwd: string,
  store: { readonly trees: Trees; readonly objects: Objects; readonly gate: Gate },
  base: Tree,
  ours: Tree,
  theirs: Tree,
): Promise<{ readonly tree: TreeId } | { readonly conflicts: readonly RepoPath[] }> {
  const { trees, objects, gate } = store;
  const at = '2000-01-01T00:00:00.000Z' as Timestamp;
  const commit = async (tree: Passed<Tree>, parents: readonly CommitId[]): Promise<CommitId> =>
    storeCommit(objects, CAIRN, { tree: await trees.rootOf(tree), parents, message: 'merge of trees', at });
  const [first, second, third] = [await gate.pass(base), await gate.pass(ours), await gate.pass(theirs)];
  const root = await commit(first, []);
  const [left, right] = [await commit(second, [root]), await commit(third, [root])];
  // A folder rename is a guess that may land a file where nobody put it.
  const args = [
    '-c',
    'merge.directoryRenames=false',
    'merge-tree',
    '--write-tree',
    '-z',
    '--name-only',
    '--no-messages',
    left,
    right,
  ];
  const { code, out } = await git(args, { cwd, writes: true, answers: [0, 1] });
  const [tree, ...paths] = splitNul(out);
  // Two sides that pass may merge into one that does not: a folder beside a link of nearly the same name.
  if (code === 0) return { tree: await gate.pass((tree?.toString('latin1').trim() ?? '') as TreeId) };
  // In a conflict with a folder git names the file `path~<commit>`; people know it by its path.
  const named = paths.map((path) => decodePath(path).replace(/~[0-9a-f]{40,64}(_\d+)?$/, '') as RepoPath);
  return { conflicts: [...new Set(named)] };
}
