import { CairnError } from '../../base/cairnError.ts';
import type { CommitId, RefName, RepoPath } from '../../model/ids.ts';
import { isEngineFile } from '../../model/places.ts';
import { captureWork } from './captureWork.ts';
import type { Drive } from '../drive.ts';
import { agentCommits } from './head.ts';
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
  const also = await agentCommits(drive, await drive.tree.head());
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
 * Carries the plan out, looks again, and puts everything back when the files are not what they should be: all or
 * nothing (failure C7).
 *
 * @throws `data/restore-failed`, `machine/cannot-write`
 */
export async function overwrite(drive: Drive, plan: Overwriting): Promise<Overwriting['skipped']> {
  const raw = await readRaw(drive, plan);
  const paths = plan.changes.map((change) => change.path);
  try {
    const written = await drive.tree.write(plan.from, plan.to, paths);
    drive.world.reached('restore/files-written');
    // Before anything is captured again: a changed .gitignore lets files be seen that are nobody's work.
    await leaveNewlySeen(drive, plan);
    const skipped = [...plan.skipped, ...written.skipped];
    const differing = await differences(drive, plan, new Set(skipped.map((item) => item.path)));
    const lost = await lostFiles(drive, plan, written.skipped);
    if (differing.length + lost.length === 0) return skipped;
    throw new CairnError('data/restore-failed', {
      session: drive.session,
      differing: [...lost, ...differing],
    });
  } catch (error) {
    await putBack(drive, plan, paths, raw);
    throw asCairnError(error);
  }
}

async function putBack(drive: Drive, plan: Overwriting, paths: readonly RepoPath[], raw: Raw): Promise<void> {
  const { world, tree, root } = drive;
  const present = await captureWork(world, tree, drive.session);
  await tree.write(present.tree, plan.from, paths);
  for (const { path, bytes } of raw) await world.files.write(root, path, bytes);
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

/** What is not on disk as a checkout of the target would have written it. */
async function differences(
  drive: Drive,
  { to, changes }: Overwriting,
  skipped: ReadonlySet<string>,
): Promise<readonly RepoPath[]> {
  const now = await captureWork(drive.world, drive.tree, drive.session);
  // Only what was to be written: a changed .gitignore lets files be seen that were there, ignored, all along.
  const written = new Set(changes.map((change) => change.path));
  const suspects = (await drive.world.repository.changes(now.tree, to)).filter(
    ({ path }) => written.has(path) && !isEngineFile(drive.session, path) && !skipped.has(path),
  );
  // Blobs may differ where a filter does not give back what it was given: then the bytes on disk decide.
  const sameFile = suspects.filter(
    ({ before, after }) => before !== null && after !== null && before.blob !== after.blob,
  );
  const paths = sameFile.map((change) => change.path);
  const wrong = new Set(await drive.tree.normalised(to, paths));
  return suspects.map((change) => change.path).filter((path) => !paths.includes(path) || wrong.has(path));
}

/** Skipped because git could not write: nothing stands in the way, and nothing is there any more. */
async function lostFiles(
  { world, root }: Drive,
  { changes }: Overwriting,
  skipped: readonly { readonly path: RepoPath }[],
): Promise<readonly RepoPath[]> {
  const were = new Set(changes.filter((change) => change.after !== null).map((change) => change.path));
  const lost: RepoPath[] = [];
  for (const { path } of skipped) {
    if (were.has(path) && (await world.files.kind(root, path)) === null) lost.push(path);
  }
  return lost;
}

function asCairnError(error: unknown): unknown {
  if (error instanceof CairnError || !(error instanceof Error) || !('code' in error)) return error;
  const path = 'path' in error && typeof error.path === 'string' ? error.path : '';
  return new CairnError('machine/cannot-write', { path, why: String(error.code) }, { cause: error });
}
