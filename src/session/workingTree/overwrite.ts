import { CairnError } from '../../base/cairnError.ts';
import type { BlobId, CommitId, RefName, RepoPath } from '../../model/names/ids.ts';
import { captureWork } from './captureWork.ts';
import type { Drive } from '../drive.ts';
import { agentCommits } from './head.ts';
import { keepBeforePutBack, letGo, overwriterOf } from './keepSaved.ts';
import { leaveNewlySeen } from './leftAlone.ts';
import type { Overwriting } from './planOverwriting.ts';
import { setAside, type Aside } from './setAside.ts';

type Raw = NonNullable<Aside['raw']>;

/**
 * Keeps under a ref of our own whatever an overwriting would lose: uncommitted work, unseen files in the way, raw
 * bytes that git would convert, commits of an agent. Null when there is nothing to keep.
 *
 * @param parent the checkpoint that the work lies on top of
 */
export async function setAsideBefore(
  drive: Drive,
  plan: Overwriting,
  { parent, ...said }: Pick<Aside, 'why' | 'reason'> & { readonly parent: CommitId },
): Promise<RefName | null> {
  const { world, session } = drive;
  const raw = await readRaw(drive, plan);
  const also = await agentCommits(drive, await drive.checkout.tree.head());
  const { tree } = await world.repository.commitEntry(parent);
  if (plan.from === tree && raw.length === 0 && also === null) return null;
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
 * Carries the plan out, or puts everything back where git cannot make all of it: all or nothing (failure C7). What somebody
 * saves meanwhile is no reason for that: it is set aside and told, or lies there as an edit.
 *
 * @throws `data/restore-failed`, `machine/cannot-write`
 */
export async function overwrite(drive: Drive, plan: Overwriting): Promise<Overwriting['skipped']> {
  const raw = await readRaw(drive, plan);
  const paths = [...new Set([...plan.changes.map((change) => change.path), ...plan.give.keys()])];
  try {
    const written = await drive.checkout.tree.write(plan.from, plan.to, paths, reachable(plan));
    drive.world.reached('restore/files-written');
    // Before anything is captured again: a changed .gitignore lets files be seen that are nobody's work.
    await leaveNewlySeen(drive, plan);
    if (written.unmade.length > 0)
      throw new CairnError('data/restore-failed', { session: drive.session, differing: written.unmade });
    await letGo(drive.world, drive.checkout.tree, overwriterOf(drive.record), written);
    return [...plan.skipped, ...written.skipped];
  } catch (error) {
    await putBack(drive, plan, paths, raw);
    throw asCairnError(error);
  }
}

/** What is left alone is given nothing either. */
function reachable({ give, skipped }: Overwriting): Overwriting['give'] {
  const left = new Set(skipped.map(({ path }) => path));
  return new Map([...give].filter(([path]) => !left.has(path)));
}

async function putBack(drive: Drive, plan: Overwriting, paths: readonly RepoPath[], raw: Raw): Promise<void> {
  const { world } = drive;
  const { tree } = drive.checkout;
  const present = await captureWork(world, tree, drive.session);
  await keepBeforePutBack(world, overwriterOf(drive.record), present.tree, plan, paths);
  const give = new Map<RepoPath, BlobId>();
  for (const { path, bytes } of raw) give.set(path, await world.repository.writeBlob(bytes));
  const written = await tree.write(present.tree, plan.from, paths, give);
  await letGo(world, tree, overwriterOf(drive.record), written);
  await tree.load(drive.record.commit);
}

/** Bytes of files as they lie on disk, for whoever must not trust git's conversions. */
async function readRaw({ world, root }: Drive, { raw, changes }: Overwriting): Promise<Raw> {
  const modes = new Map(changes.map((change) => [change.path, change.before?.mode ?? '100644']));
  const read: Raw[number][] = [];
  for (const path of raw) {
    const bytes = await world.files.read(root, path);
    if (bytes !== null) read.push({ path, bytes, mode: modes.get(path) ?? '100644' });
  }
  return read;
}

function asCairnError(error: unknown): unknown {
  if (error instanceof CairnError || !(error instanceof Error) || !('code' in error)) return error;
  const path = 'path' in error && typeof error.path === 'string' ? error.path : '';
  return new CairnError('machine/cannot-write', { path, why: String(error.code) }, { cause: error });
}
