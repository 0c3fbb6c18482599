import { changesBetween } from '../../src/git/changes.ts';
import { composeTree } from '../../src/git/compose.ts';
import type { Gate } from '../../src/git/gate.ts';
import type { Objects } from '../../src/git/objects.ts';
import type { Trees } from '../../src/git/trees.ts';
import type { CommitId, TreeId } from '../../src/model/names/ids.ts';
import type { Change, Repository } from '../../src/session/ports.ts';

type Tree = CommitId | TreeId;

/** A merge of trees by whole files, as the twin of a repository has it. */
export async function mergeInMemory(
  { trees, objects, gate }: { readonly trees: Trees; readonly objects: Objects; readonly gate: Gate },
  base: Tree,
  ours: Tree,
  theirs: Tree,
): ReturnType<Repository['merge']> {
  for (const side of [base, ours, theirs]) await gate.pass(side);
  const [left, right] = await Promise.all([
    changesBetween(trees, base, ours),
    changesBetween(trees, base, theirs),
  ]);
  const mine = new Map(left.map((change) => [change.path, change]));
  const conflicts = right
    .filter((change) => clash(mine.get(change.path), change))
    .map((change) => change.path);
  if (conflicts.length > 0) return { conflicts };
  const edits = new Map(right.map((change) => [change.path, change.after]));
  return { tree: await gate.pass(await composeTree(trees, objects, ours, edits)) };
}

const clash = (mine: Change | undefined, theirs: Change): boolean =>
  mine !== undefined && (mine.after?.blob !== theirs.after?.blob || mine.after?.mode !== theirs.after?.mode);
