import { dirname, join } from 'node:path';
import type { RepoPath } from '../../model/names/ids.ts';
import { decodePath, splitNul } from '../bytes.ts';
import { namesIn } from '../headFile.ts';
import { moveAside } from '../moveAside.ts';
import type { LookAtOwnIndex } from './ownIndex.ts';
import type { Place } from './place.ts';

/** A git operation in progress: the file that shows it, and our word for it. */
const BUSY = [
  ['MERGE_HEAD', 'merge'],
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
] as const;

/** The operation in progress, from the names in a working tree's git folder. */
export function operationIn(names: readonly string[]): string | null {
  return BUSY.find(([file]) => names.includes(file))?.[1] ?? null;
}

/** Ends the operation in progress in a worktree of ours. Keeps git's notes of it beside, and its commits in the reflog. */
export async function endOperation(place: Pick<Place, 'gitPath'>): Promise<void> {
  const folder = dirname(await place.gitPath('HEAD'));
  const names = namesIn(folder);
  for (const [file] of BUSY) if (names.includes(file)) await moveAside(join(folder, file), folder);
}

/** The conflicted paths of a working tree's own index. */
export async function unmergedIn(
  index: string,
  look: LookAtOwnIndex,
  { git, root }: Pick<Place, 'git' | 'root'>,
): Promise<readonly RepoPath[]> {
  const seen = await look(index);
  if (seen !== null) return seen.unmerged;
  const { out } = await git(['ls-files', '--unmerged', '-z', '--full-name'], { cwd: root });
  return [...new Set(splitNul(out).map((line) => decodePath(line.subarray(line.indexOf(0x09) + 1))))];
}
