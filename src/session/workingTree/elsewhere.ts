import { shellWords } from '../../base/shellWords.ts';
import type { SessionId } from '../../model/names/ids.ts';
import type { Checkout } from '../drive.ts';
import type { Ancestry, Refs } from '../ports.ts';
import type { World } from '../world.ts';

/** In place: HEAD is on another branch or history than the session left it on. From where to where, in words. */
export interface Elsewhere {
  readonly was: string;
  readonly now: string;
  /** The command that brings it back, as a person types it. */
  readonly back: string;
}

/** For read-only callers: non-null if HEAD is where nothing can be captured or approved. */
export async function elsewhere(
  { repository, state }: Pick<World, 'repository' | 'state'>,
  session: SessionId,
  root: string | null,
): Promise<Elsewhere | null> {
  const here = state.of(session);
  const about = await here.about();
  if (root === null || about?.isolation !== 'in-place' || about.head === null) return null;
  const found = await repository.workingTree({ root, index: here.index, always: [] }).head();
  if ((await compareHeads(repository, about.head, found)) !== 'elsewhere') return null;
  return {
    was: describeHead(about.head),
    now: describeHead(found),
    back: await wayBack(repository, about.head, found),
  };
}

export type HeadMoved = 'same' | 'descendant' | 'elsewhere';

/** Compares where HEAD is `now` with where it was `before`. */
export async function compareHeads(
  repository: Ancestry,
  before: Checkout['head'],
  now: Checkout['head'],
): Promise<HeadMoved> {
  if (before.commit === null) return 'same';
  // A branch without a commit is not an older state of any history.
  if (now.commit === null) return 'elsewhere';
  if (now.branch !== before.branch) return 'elsewhere';
  if (now.commit === before.commit) return 'same';
  return (await repository.isAncestor(before.commit, now.commit)) ? 'descendant' : 'elsewhere';
}

/** The command that brings HEAD back to where it was left, as a person types it. It refuses rather than overwrites. */
export async function wayBack(
  repository: Refs,
  { commit, branch }: Checkout['head'],
  found: Checkout['head'],
): Promise<string> {
  const at = commit?.slice(0, 12) ?? 'HEAD';
  if (branch === null) return `git switch --detach ${at}`;
  // The same branch, now without a commit; the files stay as they are.
  if (found.branch === branch && found.commit === null) return `git reset --soft ${at}`;
  // The same branch on another history: somebody reset or amended it.
  if (found.branch === branch) return `git reset --keep ${at}`;
  const name = shortBranch(branch);
  const there = await repository.resolve(branch);
  return shellWords(there === null ? ['git', 'switch', '-c', name, at] : ['git', 'switch', name]);
}

export const shortBranch = (branch: string): string => branch.replace(/^refs\/heads\//, '');

/** For people: `main (1234567)`, `1234567 (detached)`. */
export function describeHead({ commit, branch }: Checkout['head']): string {
  const at = commit?.slice(0, 7) ?? 'no commit';
  return branch === null ? `${at} (detached)` : `${shortBranch(branch)} (${at})`;
}
