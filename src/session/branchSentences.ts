import { assertNever } from '../base/assertNever.ts';
import type { ErrorDetails, SessionTrace } from '../base/cairnError.ts';
import { shellWords } from '../base/shellWords.ts';
import type { SessionId } from '../model/names/ids.ts';
import { branchName } from '../model/names/places.ts';

/** What a person reads: what is wrong and where, then what to do next. Not yet safe to print (see `plain`). */
export interface Sentence {
  readonly message: string;
  readonly hint: string | null;
}

export const say = (message: string, hint: string | null = null): Sentence => ({ message, hint });

/** A commit as people read it. */
export const short = (commit: string): string => commit.slice(0, 12);

/** A session without a branch of which there is something all the same. */
export function sayTrace(session: string, trace: SessionTrace): Sentence {
  switch (trace.kind) {
    case 'opening':
      return say(
        `Nothing was opened: the start of "${session}" was cut off before anything was saved.`,
        'Nothing is lost but that start. Start it again; its id is free.',
      );
    case 'deleted':
      return say(
        `The session "${session}" was deleted; what was kept of it is below ${trace.archive}.`,
        `${trace.branch === null ? '' : `Bring it back: git branch ${shellWords([trace.branch, trace.archive])}\n`}Give up what was kept: cairn delete ${session} --purge`,
      );
    case 'branch-gone':
      if (trace.renamed !== undefined)
        return say(
          `The branch ${trace.branch} of "${session}" was renamed to ${trace.renamed}.`,
          `Give it its name back: git branch ${shellWords(['-m', trace.renamed, trace.branch])}`,
        );
      return say(
        `The branch of "${session}" is gone; its last checkpoint known here is ${short(trace.commit)}.`,
        `Bring it back: git branch ${shellWords([trace.branch, trace.commit])}`,
      );
    default:
      return assertNever(trace);
  }
}

/** The branch of a session at whose tip nothing of it is: moved, or another session's that was renamed. */
export function sayNoCheckpoint({ session, branch, of }: ErrorDetails['data/no-checkpoint']): Sentence {
  if (of === undefined)
    return say(
      `The tip of ${branch} holds no record of session ${session}.`,
      `Somebody moved the branch. Its reflog has where it was: ${shellWords(['git', 'reflog', branch])}`,
    );
  const rename = ['-m', branch.replace(/^refs\/heads\//, ''), branchName('cairn/', of as SessionId)];
  return say(
    `The branch ${branch} has the checkpoints of session "${of}".`,
    `Was it renamed? Give it its name back: git branch ${shellWords(rename)}`,
  );
}

/** To git a ref is a file: it cannot be where there is a folder of others, nor below another. */
export function sayRefInTheWay({ ref, other }: ErrorDetails['repo/ref-in-the-way']): Sentence {
  const branch = other.startsWith('refs/heads/') ? other.slice('refs/heads/'.length) : null;
  const away =
    branch === null
      ? `${shellWords(['git', 'update-ref', 'refs/kept', other])} && ${shellWords(['git', 'update-ref', '-d', other])}`
      : shellWords(['git', 'branch', '-m', branch, `kept-${branch.replaceAll('/', '-')}`]);
  return say(
    `Git cannot make ${ref}: ${other} is in the way. It is none of Cairn's.`,
    `Give it another name, and try again: ${away}`,
  );
}

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
