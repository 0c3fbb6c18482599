import type { ErrorDetails } from '../../base/cairnError.ts';
import { shellWords } from '../../base/shellWords.ts';

type Behind = ErrorDetails['repo/behind-remote'];

/** `from:to` for a fetch of this repository from itself, which moves a branch that nobody stands on. */
const follow = ({ branch, tracking }: Behind, force: '' | '+'): string =>
  shellWords(['git', 'fetch', '.', `${force}refs/remotes/${tracking}:refs/heads/${branch}`]);

/** The branch here is moved on; then these commits, which were not published here, are to be trusted. */
export const catchUp = (behind: Behind): string =>
  [
    `Take over what is there: ${follow(behind, '')} && cairn resume ${behind.session} --trust`,
    `Or go on from here, beside it: cairn resume ${behind.session} --here`,
  ].join('\n');

export function chooseOne(diverged: Behind): string {
  const { session, branch, tracking } = diverged;
  const remote = tracking.slice(0, -branch.length - 1);
  const keep = shellWords(['git', 'branch', `${session}-here`, branch]);
  return [
    `Go on from here: cairn resume ${session} --here`,
    `  and put it in the place of what is there: ${shellWords(['git', 'push', '--force-with-lease', remote, branch])}`,
    `Or take over what is there, with yours kept as a branch: ${keep} && ${follow(diverged, '+')} && cairn resume ${session} --trust`,
  ].join('\n');
}
