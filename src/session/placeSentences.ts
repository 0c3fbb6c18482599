import type { ErrorDetails } from '../base/cairnError.ts';
import { say, type Sentence } from './branchSentences.ts';

/** What the folders are in which no session is run. */
const FORBIDDEN: Readonly<Record<string, string>> = {
  home: 'your home folder',
  desktop: 'your desktop',
  'temp root': 'the folder for temporary files',
  'file system root': 'the root of the file system',
};

export function sayForbiddenFolder({ folder, what }: ErrorDetails['repo/forbidden-folder']): Sentence {
  return what === 'line break'
    ? say(
        `Cairn does not work in ${folder}: there is a line break in its path, or in that of its git directory.`,
        'Rename the folder, and try again.',
      )
    : say(
        `Cairn does not work in ${folder}: that is ${FORBIDDEN[what] ?? what}, where a session would capture far too much.`,
        'Make a repository in a folder below it: `git init <folder>`.',
      );
}
