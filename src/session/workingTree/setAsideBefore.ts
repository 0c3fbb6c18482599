import type { CommitId, RefName, TreeId } from '../../model/names/ids.ts';
import type { Drive } from '../drive.ts';
import { tell } from '../tell.ts';
import { takeCommits } from './head.ts';
import type { TreeToWrite } from './overwrite.ts';
import type { Overwriting } from './planOverwriting.ts';
import { readRaw } from './readRaw.ts';
import { setAside, type Aside } from './setAside.ts';

type Said = Pick<Aside, 'why' | 'reason'>;

/**
 * Keeps under a ref of our own whatever is in a session's working tree and in no checkpoint: uncommitted work, hidden files in
 * the way, raw bytes that git would convert, an agent's commits. Null if there is nothing to keep.
 *
 * @param parent the checkpoint that the work is based on
 * @param known what there is no need to keep; its tree, if left out
 */
export async function setAsideBefore(
  drive: Drive,
  plan: Overwriting,
  { parent, known, ...said }: Said & { readonly parent: CommitId; readonly known?: TreeId },
): Promise<RefName | null> {
  const { world, session, root } = drive;
  const raw = await readRaw(world, root, plan);
  const also = await takeCommits(drive, await drive.checkout.tree.head());
  const { tree } = await world.repository.commitEntry(parent);
  if (plan.from === (known ?? tree) && raw.length === 0 && also === null) return null;
  return setAside(world, {
    session,
    parent,
    tree: plan.from,
    raw,
    ...said,
    ...(also === null ? {} : { also }),
  });
}

/**
 * The same for only those files that are overwritten; everything else stays. A missing file holds nothing: an interrupted write
 * removed it.
 */
export async function setOverwrittenAside(
  { world, tree: { root }, by: { session, parent } }: TreeToWrite,
  plan: Overwriting,
  { by, ...said }: Said & { readonly by: 'apply' | 'land' },
): Promise<void> {
  const { repository } = world;
  const { tree } = await repository.commitEntry(parent);
  const paths = plan.changes.map(({ path }) => path);
  if (paths.length === 0) return;
  const raw = await readRaw(world, root, plan);
  const uncommitted = await repository.changes(tree, plan.from, paths);
  const edits = new Map(
    uncommitted.filter(({ after }) => after !== null).map(({ path, after }) => [path, after]),
  );
  const files = new Set([...edits.keys(), ...raw.map(({ path }) => path)]).size;
  if (files === 0) return;
  const kept = await repository.compose(tree, edits);
  const rescue = await setAside(world, { session, parent, tree: kept, raw, ...said });
  tell(world, { notice: 'uncommitted-kept', by, files, rescue });
}
