import { CairnError } from '../../base/cairnError.ts';
import type { BlobId, RepoPath } from '../../model/names/ids.ts';
import type { Drive } from '../drive.ts';
import type { WorkingTree, Written } from '../ports.ts';
import type { World } from '../world.ts';
import { captureWork } from './captureWork.ts';
import { keepBeforePutBack, letGo, overwriterOf, type Overwriter } from './keepSaved.ts';
import { leaveNewlySeen } from './leftAlone.ts';
import type { Overwriting } from './planOverwriting.ts';
import { readRaw, type Raw } from './readRaw.ts';

/** A working tree to overwrite, and on whose behalf. */
export interface TreeToWrite {
  readonly world: World;
  readonly tree: WorkingTree;
  readonly by: Overwriter;
}

/** The session's own working tree, on its tip. */
export const treeToWrite = ({ world, record, checkout }: Drive): TreeToWrite => ({
  world,
  tree: checkout.tree,
  by: overwriterOf(record),
});

/**
 * Carries the plan out, or puts everything back as it was (failure C7). What would be lost is already in a rescue. A file that
 * somebody saves meanwhile does not make it fail: it is set aside and told, or stays as an edit.
 *
 * @param takenBack called once everything is as it was
 * @throws `machine/cannot-write`, and what the policy says
 */
export async function overwrite(
  place: TreeToWrite,
  plan: Overwriting,
  takenBack: () => Promise<void> = async () => {},
): Promise<Pick<Written, 'skipped' | 'stayed'>> {
  const { world, tree } = place;
  const raw = await readRaw(world, tree.root, plan);
  world.reached('overwrite/begun');
  const written = await write(place, plan).catch(async (error: unknown) => {
    const known = asCairnError(error);
    if (plan.policy.takenBackAfter === 'known' && !(known instanceof CairnError)) throw error;
    await putBack(place, plan, raw);
    await takenBack();
    throw known;
  });
  world.reached('overwrite/released');
  return { skipped: [...plan.skipped, ...written.skipped], stayed: written.stayed };
}

async function write({ world, tree, by }: TreeToWrite, plan: Overwriting): Promise<Written> {
  const written = await tree.write(plan.from, plan.to, pathsOf(plan), plan.give);
  world.reached('overwrite/files-written');
  // Before the next capture: a changed .gitignore may reveal files that are nobody's work.
  if (plan.seen !== null) await leaveNewlySeen(world, by.session, tree, plan, plan.seen);
  const missing = missingFrom(written, plan.policy);
  if (missing.length > 0) throw plan.policy.refusal(by.session, missing);
  await letGo(world, tree, by, written);
  return written;
}

function missingFrom({ unmade, skipped }: Written, { needs }: Overwriting['policy']): Written['skipped'] {
  if (needs === 'nothing') return [];
  return needs === 'all' ? skipped : skipped.filter(({ path }) => unmade.includes(path));
}

const pathsOf = ({ changes, give }: Overwriting): readonly RepoPath[] => [
  ...new Set([...changes.map(({ path }) => path), ...give.keys()]),
];

/** Starts from what is on disk, not from what should be: what was saved since is in neither tree and is kept first. */
async function putBack({ world, tree, by }: TreeToWrite, plan: Overwriting, raw: Raw): Promise<void> {
  const paths = pathsOf(plan);
  const present = await captureWork(world, tree, by.session);
  await keepBeforePutBack(world, by, present.tree, plan, paths);
  const give = new Map<RepoPath, BlobId>();
  for (const { path, bytes } of raw) give.set(path, await world.repository.writeBlob(bytes));
  await letGo(world, tree, by, await tree.write(present.tree, plan.from, paths, give));
  await tree.load(by.parent);
}

function asCairnError(error: unknown): unknown {
  if (error instanceof CairnError || !(error instanceof Error) || !('code' in error)) return error;
  const path = 'path' in error && typeof error.path === 'string' ? error.path : '';
  return new CairnError('machine/cannot-write', { path, why: String(error.code) }, { cause: error });
}
