import { shellWords } from '../../base/shellWords.ts';
import type { SessionId } from '../../model/names/ids.ts';
import type { Checkout } from '../drive.ts';
import type { Ancestry, Refs } from '../ports.ts';
import type { World } from '../world.ts';

/** In place, HEAD on another branch or history than the session left it on: from where to where, in words. */
export interface Elsewhere {
  readonly was: string;
  readonly now: string;
  /** The command that brings it back, as typed. */
  readonly back: string;
}

/** For those who only look: whether HEAD is where nothing can be captured or approved; null where it is not. */
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

/** Where HEAD is `now`, seen from where it was `before`. */
export async function compareHeads(
  repository: Ancestry,
  before: Checkout['head'],
  now: Checkout['head'],
): Promise<HeadMoved> {
  if (before.commit === null) return 'same';
  // A branch without a commit is no older state of any history.
  if (now.commit === null) return 'elsewhere';
  if (now.branch !== before.branch) return 'elsewhere';
  if (now.commit === before.commit) return 'same';
  return (await repository.isAncestor(before.commit, now.commit)) ? 'descendant' : 'elsewhere';
}

/** The command that brings HEAD back to where it was left, as typed; it refuses rather than overwrites. */
export async function wayBack(
  repository: Refs,
  { commit, branch }: Checkout['head'],
  found: Checkout['head'],
): Promise<string> {
  const at = commit?.slice(0, 12) ?? 'HEAD';
  if (branch === null) return `git switch --detach ${at}`;
  // The same branch, without a commit any more; the files stay as they are.
  if (found.branch === branch && found.commit === null) return `git reset --soft ${at}`;
  // The same branch, on another history: it was reset or amended.
  if (found.branch === branch) return `git reset --keep ${at}`;
  const name = shortBranch(branch);
  const there = await repository.resolve(branch);
  return shellWords(there === null ? ['git', 'switch', '-c', name, at] : ['git', 'switch', name]);
}

export const shortBranch = (branch: string): string => branch.replace(/^refs\/heads\//, '');

/** `main (1234567)`, `1234567 (detached)`: for people. */
export function describeHead({ commit, branch }: Checkout['head']): string {
  const at = commit?.slice(0, 7) ?? 'no commit';
  return branch === null ? `${at} (detached)` : `${shortBranch(branch)} (${at})`;
}
