import { CairnError } from '../../base/cairnError.ts';
import { requireLabels, type MergeLabels } from '../../model/merge/markers.ts';
import { movedAndChanged } from '../../model/merge/movedAndChanged.ts';
import type { CommitId, Timestamp, TreeId } from '../../model/names/ids.ts';
import type { Merged } from '../../session/ports.ts';
import { changesBetween } from '../changes.ts';
import { CAIRN, storeCommit } from '../commits.ts';
import { composeTree } from '../compose.ts';
import type { Git } from '../createGit.ts';
import type { GitCall } from '../gitCall.ts';
import type { Gate } from '../gate.ts';
import type { Objects } from '../objects.ts';
import type { Trees } from '../trees.ts';
import { editsApart } from './apart.ts';
import { attributesFor, withoutDrivers } from './attributes.ts';
import { haveDrivers } from './haveDrivers.ts';
import { readMerge, type SaidMerge } from './readMerge.ts';
import { withScratch, type Scratch } from './scratch.ts';
import { tellConflicts, type Sides } from './tellConflicts.ts';

export interface MergeStore {
  readonly git: Git;
  readonly commonDir: string;
  readonly algorithm: 'sha1' | 'sha256';
  readonly trees: Trees;
  readonly objects: Objects;
  readonly gate: Gate;
}

type Tree = CommitId | TreeId;

/**
 * Three-way merge of trees, as git does it, without any working tree and without anybody's configuration. Where one side may have a
 * say in what the other did git itself merges: in a scratch git directory over the repository's objects, with the attributes of `ours`.
 *
 * `merge-tree` before git 2.40 has no `--merge-base` and takes commits only, so three commits of the scratch directory say what
 * the base is. Attributes it reads from a working tree, and there is no other way before 2.41: one that holds them alone.
 */
export async function mergeTrees(
  store: MergeStore,
  base: Tree,
  ours: Tree,
  theirs: Tree,
  labels: MergeLabels = { ours: 'ours', theirs: 'theirs' },
): Promise<Merged> {
  requireLabels(labels);
  const { git, trees, objects, gate } = store;
  const passed = [await gate.pass(base), await gate.pass(ours), await gate.pass(theirs)] as const;
  const sides: Sides = {
    base: await trees.rootOf(passed[0]),
    ours: await trees.rootOf(passed[1]),
    theirs: await trees.rootOf(passed[2]),
  };
  if (sides.theirs === sides.base || sides.theirs === sides.ours) return { tree: sides.ours };
  if (sides.ours === sides.base) return { tree: sides.theirs };
  const [left, right] = [
    await changesBetween(trees, sides.base, sides.ours),
    await changesBetween(trees, sides.base, sides.theirs),
  ];
  const apart = editsApart(left, right);
  if (apart !== null) return { tree: await gate.pass(await composeTree(trees, objects, sides.ours, apart)) };
  const attributes = await attributesFor(
    store,
    sides.ours,
    [...left, ...right].map(({ path }) => path),
  );
  const safe = attributes.map(({ path, bytes }) => ({
    path,
    bytes: Buffer.from(withoutDrivers(bytes.toString('latin1')), 'latin1'),
  }));
  const named = safe.some(({ bytes }, at) => !bytes.equals(attributes[at]?.bytes ?? bytes)) ? attributes : [];
  return withScratch(store, async (scratch) => {
    const commits = await branchOff(scratch, sides, labels);
    const said = await merge(store, await scratch.workingTree('merge', safe), labels);
    objects.takeOver(scratch.objectsFolder, commits);
    const guessed = movedAndChanged(left, right);
    const conflicts = await tellConflicts({ ...store, sides, labels, guessed }, said, (paths) =>
      haveDrivers(git, scratch, named, paths),
    );
    // Two sides that pass may merge into one that does not: a folder beside a link of nearly the same name.
    return conflicts.length === 0 ? { tree: await gate.pass(said.tree) } : { conflicts, marked: said.tree };
  });
}

/** Labels are what git calls the sides: the names of branches. Answers the commits, which the repository need not keep. */
async function branchOff(scratch: Scratch, sides: Sides, labels: MergeLabels): Promise<ReadonlySet<string>> {
  const { objects } = scratch;
  const commit = (tree: TreeId, parents: readonly CommitId[]): Promise<CommitId> =>
    storeCommit({ write }, CAIRN, {
      tree,
      parents,
      message: 'merge of trees',
      at: '2000-01-01T00:00:00.000Z' as Timestamp,
    });
  const write: Objects['write'] = async (type, bytes) => {
    const id = objects.nameOf(type, bytes);
    await objects.write(id, type, bytes);
    return id;
  };
  const root = await commit(sides.base, []);
  const [left, right] = [await commit(sides.ours, [root]), await commit(sides.theirs, [root])];
  await scratch.branch(labels.ours, left);
  await scratch.branch(labels.theirs, right);
  return new Set([root, left, right]);
}

async function merge({ git, objects }: MergeStore, at: GitCall, labels: MergeLabels): Promise<SaidMerge> {
  const args = ['merge-tree', '--write-tree', '-z', '--messages', labels.ours, labels.theirs];
  // An error that does not say which object cannot be helped.
  const fetched = new Set(['unknown']);
  for (;;) {
    try {
      const { code, out, stderr } = await git(args, { ...at, answers: [0, 1] });
      const said = readMerge(code, out);
      if (said !== null) return said;
      throw new CairnError('git/failed', { command: 'git merge-tree', exitCode: code, stderr });
    } catch (error) {
      if (!CairnError.is(error, 'data/missing-object') || fetched.has(error.details.object)) throw error;
      // Of a partial clone: reading it in the repository itself fetches it.
      fetched.add(error.details.object);
      await objects.read(error.details.object);
    }
  }
}
