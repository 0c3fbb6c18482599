import type { ErrorDetails } from '../base/cairnError.ts';
import { shellWords } from '../base/shellWords.ts';
import { say, type Sentence } from './branchSentences.ts';

const NOTHING = 'Nothing of it was taken, and nothing was published.';

/** The working tree of a session is not what it was when work there began. */
export function sayTreeChanged({
  session,
  path,
  what,
  expected = '',
  found = '',
}: ErrorDetails['repo/tree-changed']): Sentence {
  const resume = `cairn resume ${session}`;
  switch (what) {
    case 'gone':
      return say(
        `The folder in which ${session} works has vanished: ${path}. ${NOTHING}`,
        `Put it back where it was, or go on from the last checkpoint: ${resume}`,
      );
    case 'replaced':
      return say(
        `Another folder lies where ${session} works: ${path} was removed or moved, and made anew. ${NOTHING}`,
        `Move what lies there away, and put the folder of before back if there still is one; then: ${resume}`,
      );
    case 'untied':
      return say(
        `${path}, in which ${session} works, does not lead to its git repository any more: its .git is gone or another. ${NOTHING}`,
        `Look what became of the folder. If all of it is gone, remove it and go on from the last checkpoint: ${resume}`,
      );
    case 'head':
      return say(
        `HEAD of ${path} was on ${expected} and is now on ${found}: somebody moved it while ${session} was to be saved. ${NOTHING}`,
        `Go on from the last checkpoint; what lies there is set aside first: ${resume}`,
      );
  }
}

/** What a deletion would take along, and nobody could bring back. */
export const sayNestedWork = ({ session, folder, nested }: ErrorDetails['repo/nested-work']): Sentence =>
  say(
    `Cannot delete ${session}: these repositories lie in its working tree ${folder}, with work that is nowhere else:${nested
      .map(({ path, why }) => `\n  ${path} (${why})`)
      .join('')}`,
    `Push it or move the folders away, and try again; or give it up: cairn delete ${session} --purge`,
  );

/** What the folders are in which no session is run. */
const FORBIDDEN: Readonly<Record<string, string>> = {
  home: 'your home folder',
  desktop: 'your desktop',
  'temp root': 'the folder for temporary files',
  'file system root': 'the root of the file system',
};

/** Places in which no session is run. */
export function sayForbiddenFolder({ folder, what }: ErrorDetails['repo/forbidden-folder']): Sentence {
  if (what === 'line break')
    return say(
      `Cairn does not work in ${folder}: there is a line break in its path, or in that of its git directory.`,
      'Rename the folder, and try again.',
    );
  return say(
    `Cairn does not work in ${folder}: that is ${FORBIDDEN[what] ?? what}, where a session would capture far too much.`,
    'Make a repository in a folder below it: `git init <folder>`.',
  );
}

/** A place on the disk that the system keeps from whoever runs this; what `sudo` left behind is given back by one command. */
export function sayCannotWrite({ path, why, foreign }: ErrorDetails['machine/cannot-write']): Sentence {
  if (foreign === undefined)
    return say(`Cannot write ${path}: ${why}.`, 'See who owns it and what may write there.');
  return say(
    `Cannot get at ${path}: ${foreign.path} belongs to ${foreign.owner}.`,
    `As after a command that was run with sudo. Make it yours again: ${shellWords(['sudo', 'chown', '-R', foreign.me, foreign.path])}`,
  );
}
