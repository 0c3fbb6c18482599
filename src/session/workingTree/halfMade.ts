import { listed } from '../../base/listed.ts';
import { CairnError } from '../../base/cairnError.ts';
import type { RepoPath, TreeName } from '../../model/names/ids.ts';
import type { LinkedTree } from '../ports.ts';
import { standsOn } from './standsOn.ts';
import type { World } from '../world.ts';

/**
 * Looks at a worktree that git had not finished making. It will be removed and made anew, and must not take a person's work
 * along.
 *
 * @throws `repo/worktree-place` where something lies there that git did not write
 */
export async function checkHalfMade(
  { repository, state, files }: Pick<World, 'repository' | 'state' | 'files'>,
  name: TreeName,
  { path: root, checkout }: LinkedTree,
): Promise<void> {
  if (checkout === 'none') return;
  // Git writes HEAD first: without it, git made nothing here.
  const head = await standsOn({ repository, state }, name, root);
  if (head === null) throw halfMade(root, ['all of them']);
  const tree = repository.workingTree({ root, index: state.of(name).index, always: [] });
  await tree.load(head);
  const theirs: RepoPath[] = [];
  for (const { path, change } of await tree.pending()) {
    if (change === 'deleted') continue;
    const [onDisk, whole] = [await files.read(root, path), await repository.read(head, path)];
    if (!isBeginning(onDisk, whole)) theirs.push(path);
  }
  if (theirs.length > 0) throw halfMade(root, theirs);
}

/**
 * Gives a git that outlived its engine, and is making this worktree still, a moment to come to its end: it would take one that
 * is made beside it down with it. Answers the worktree as it is then.
 */
export async function awaitMade(
  { repository, state }: Pick<World, 'repository' | 'state'>,
  name: TreeName,
  found: LinkedTree,
): Promise<LinkedTree> {
  const tree = repository.workingTree({ root: found.path, index: state.of(name).index, always: [] });
  await tree.unlocked().catch((error: unknown) => {
    // Too long, or git was cut off before there was anything to lock.
    if (!CairnError.is(error, 'git/locked') && !CairnError.is(error, 'git/not-a-repository')) throw error;
  });
  return (await repository.linkedTrees()).find(({ path }) => path === found.path) ?? found;
}

const halfMade = (path: string, theirs: readonly string[]): CairnError =>
  new CairnError('repo/worktree-place', {
    path,
    why: `git was cut off while making it, and these files in it are not git's: ${listed(theirs)}`,
  });

/** A file that git was still writing is a prefix of what it should be. */
function isBeginning(part: Uint8Array | null, whole: Uint8Array | null): boolean {
  if (part === null || whole === null) return false;
  return part.length <= whole.length && part.every((byte, at) => byte === whole[at]);
}
