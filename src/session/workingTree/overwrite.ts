import { CairnError } from '../../base/cairnError.ts';
import type { BlobId, RepoPath, SessionId } from '../../model/names/ids.ts';
import type { Drive } from '../drive.ts';
import type { WorkingTree, Written } from '../ports.ts';
import type { World } from '../world.ts';
import { captureWork } from './captureWork.ts';
import { keepBeforePutBack, letGo, overwriterOf, type Overwriter } from './keepSaved.ts';
import { leaveNewlySeen } from './leftAlone.ts';
import type { Overwriting } from './planOverwriting.ts';
import { readRaw, type Raw } from './readRaw.ts';

/** A working tree that is written over, and for whom. */
export interface OverwritePlace {
  readonly world: World;
  readonly tree: WorkingTree;
  readonly by: Overwriter;
}

/** A session's own working tree, on its tip. */
export const placeOf = ({ world, record, checkout }: Drive): OverwritePlace => ({
  world,
  tree: checkout.tree,
  by: overwriterOf(record),
});

/** How those who write over a working tree differ. */
export interface OverwritePolicy {
  /** What may not be missing afterwards, or all of it is taken back. */
  readonly needs: 'nothing' | 'what-git-can-make' | 'all';
  /** After which failures else: any, or one that we know, such as a disk that refuses. The next act mends the others. */
  readonly takenBackAfter: 'any' | 'known';
  readonly refusal: (session: SessionId, missing: readonly RepoPath[]) => CairnError;
}

const restoreFailed: OverwritePolicy['refusal'] = (session, differing) =>
  new CairnError('data/restore-failed', { session, differing });

/** Of a restore, its undo, what an attempt left, and files that follow the tip: what is in the way was told, and stays. */
export const RESTORING: OverwritePolicy = {
  needs: 'what-git-can-make',
  takenBackAfter: 'any',
  refusal: restoreFailed,
};

/** Of a rescue: what cannot be written is told, and the rest comes. */
export const APPLYING: OverwritePolicy = {
  needs: 'nothing',
  takenBackAfter: 'known',
  refusal: restoreFailed,
};

/** Of a landing: all or nothing. */
export const LANDING: OverwritePolicy = {
  needs: 'all',
  takenBackAfter: 'known',
  refusal: (session, files) => new CairnError('repo/land-conflict', { session, files }),
};

/**
 * Carries the plan out, or puts everything back as it was (failure C7); what would be lost is in a rescue before. What
 * somebody saves meanwhile is no reason to fail: it is set aside and told, or lies there as an edit.
 *
 * @param takenBack called when everything is as it was
 * @throws `machine/cannot-write`, and what the policy says
 */
export async function overwrite(
  place: OverwritePlace,
  plan: Overwriting,
  policy: OverwritePolicy,
  takenBack: () => Promise<void> = async () => {},
): Promise<Pick<Written, 'skipped' | 'stayed'>> {
  const { world, tree } = place;
  const raw = await readRaw(world, tree.root, plan);
  world.reached('overwrite/begun');
  const written = await write(place, plan, policy).catch(async (error: unknown) => {
    const known = asCairnError(error);
    if (policy.takenBackAfter === 'known' && !(known instanceof CairnError)) throw error;
    await putBack(place, plan, raw);
    await takenBack();
    throw known;
  });
  world.reached('overwrite/released');
  return { skipped: [...plan.skipped, ...written.skipped], stayed: written.stayed };
}

async function write(
  { world, tree, by }: OverwritePlace,
  plan: Overwriting,
  policy: OverwritePolicy,
): Promise<Written> {
  const written = await tree.write(plan.from, plan.to, pathsOf(plan), reachable(plan));
  world.reached('overwrite/files-written');
  // Before anything is captured again: a changed .gitignore lets files be seen that are nobody's work.
  if (plan.seen !== null) await leaveNewlySeen(world, by.session, tree, plan, plan.seen);
  refuseMissing(by.session, written, policy);
  await letGo(world, tree, by, written);
  return written;
}

function refuseMissing(session: SessionId, { unmade, skipped }: Written, policy: OverwritePolicy): void {
  const missing = { nothing: [], 'what-git-can-make': unmade, all: skipped.map(({ path }) => path) };
  if (missing[policy.needs].length > 0) throw policy.refusal(session, missing[policy.needs]);
}

const pathsOf = ({ changes, give }: Overwriting): readonly RepoPath[] => [
  ...new Set([...changes.map(({ path }) => path), ...give.keys()]),
];

/** What is left alone is given nothing either. */
function reachable({ give, skipped }: Overwriting): Overwriting['give'] {
  const left = new Set(skipped.map(({ path }) => path));
  return new Map([...give].filter(([path]) => !left.has(path)));
}

/** From what lies there, not from what should: what was saved since is in neither of the two trees, and kept first. */
async function putBack({ world, tree, by }: OverwritePlace, plan: Overwriting, raw: Raw): Promise<void> {
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
