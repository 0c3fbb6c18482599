import { changesBetween } from '../../src/git/changes.ts';
import { composeTree } from '../../src/git/compose.ts';
import type { Gate } from '../../src/git/gate.ts';
import type { Objects } from '../../src/git/objects.ts';
import type { Trees } from '../../src/git/trees.ts';
import {
  conflictsOf,
  type MergeSide,
  type StructuralConflict,
  type UnmergedPath,
} from '../../src/model/merge/conflictsOf.ts';
import { requireLabels, type MergeLabels } from '../../src/model/merge/markers.ts';
import type { BlobId, CommitId, RepoPath, TreeId } from '../../src/model/names/ids.ts';
import type { Change, Merged } from '../../src/session/ports.ts';
import { mergeLines } from './mergeLines.ts';

type Tree = CommitId | TreeId;
type Edit = NonNullable<Change['after']>;

/** A merge of trees as the twin of a repository has it: it sees no renames, and of each side one place in a file that changed. */
export async function mergeInMemory(
  store: { readonly trees: Trees; readonly objects: Objects; readonly gate: Gate },
  base: Tree,
  ours: Tree,
  theirs: Tree,
  labels: MergeLabels = { ours: 'ours', theirs: 'theirs' },
): Promise<Merged> {
  requireLabels(labels);
  const { trees, objects, gate } = store;
  for (const side of [base, ours, theirs]) await gate.pass(side);
  const left = await changesBetween(trees, base, ours);
  const right = await changesBetween(trees, base, theirs);
  const mine = new Map(left.map((change) => [change.path, change]));
  const edits = new Map<RepoPath, Edit | null>();
  const unmerged: UnmergedPath[] = [];
  const structural = foldersInTheWay(left, right);
  for (const change of right) {
    const other = mine.get(change.path);
    if (structural.some(({ paths }) => paths.some((path) => `${change.path}/`.startsWith(`${path}/`))))
      continue;
    if (other === undefined) edits.set(change.path, change.after);
    else if (!isSame(other.after, change.after)) {
      const { edit, contents } = await mergeFile(objects, change.path, other, change, labels);
      if (edit !== null) edits.set(change.path, edit);
      if (contents !== 'merged' || !isModeClear(other, change))
        unmerged.push({ path: change.path, sides: sidesOf(other, change), contents, driver: false });
    }
  }
  const drivers = await trees.find(ours, '.gitattributes');
  if (drivers !== null && /merge/.test((await objects.read(drivers.id)).bytes.toString('latin1')))
    throw new Error('the twin knows no merge drivers');
  const tree = await composeTree(trees, objects, ours, edits);
  const conflicts = conflictsOf(structural, unmerged);
  return conflicts.length === 0 ? { tree: await gate.pass(tree) } : { conflicts, marked: tree };
}

async function mergeFile(
  objects: Objects,
  path: RepoPath,
  { before, after: mine }: Change,
  { after: other }: Change,
  labels: MergeLabels,
): Promise<{ readonly edit: Edit | null; readonly contents: UnmergedPath['contents'] }> {
  if (mine === null || other === null || ![mine, other].every(({ mode }) => mode.startsWith('100')))
    // As git: what is left of a file that one side deleted is what the other has.
    return { edit: mine ?? other, contents: 'open' };
  const text = async (side: Edit | null): Promise<string> =>
    side === null ? '' : (await objects.read(side.blob)).bytes.toString('latin1');
  const merged = mergeLines(await text(before), await text(mine), await text(other), labels);
  if (merged === null) return { edit: mine, contents: 'open' };
  const blob = (await objects.write('blob', Buffer.from(merged.text, 'latin1'))) as BlobId;
  const mode = mine.mode === before?.mode ? other.mode : mine.mode;
  return { edit: { blob, mode }, contents: merged.isClean ? 'merged' : 'marked' };
}

/** A file on one side where the other has something new in a folder. */
function foldersInTheWay(left: readonly Change[], right: readonly Change[]): readonly StructuralConflict[] {
  const made = (changes: readonly Change[]): readonly RepoPath[] =>
    changes.filter(({ after }) => after !== null).map(({ path }) => path);
  const below = (files: readonly RepoPath[], others: readonly RepoPath[]): readonly RepoPath[] =>
    files.filter((file) => others.some((other) => other.startsWith(`${file}/`)));
  return [...below(made(left), made(right)), ...below(made(right), made(left))].map((path) => ({
    kind: 'file/directory',
    paths: [path],
  }));
}

const isSame = (one: Change['after'], other: Change['after']): boolean =>
  one?.blob === other?.blob && one?.mode === other?.mode;

const isModeClear = ({ before, after }: Change, other: Change): boolean =>
  after?.mode === other.after?.mode || before?.mode === after?.mode || before?.mode === other.after?.mode;

function sidesOf({ before, after }: Change, other: Change): UnmergedPath['sides'] {
  const side = (edit: Change['after']): MergeSide | null => edit && { mode: edit.mode, id: edit.blob };
  return { base: side(before), ours: side(after), theirs: side(other.after) };
}
