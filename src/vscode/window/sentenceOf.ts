import { CairnError, type ErrorCode } from '../../base/cairnError.ts';
import { cutMiddle } from '../../model/agent/permissionAct.ts';
import { errorSentence } from '../../session/errorSentences.ts';
import { inWindow } from '../state/inWindow.ts';

export interface WindowSentence {
  /** What is wrong, in one line. */
  readonly message: string;
  /** The rest: where, line by line; '' when there is none. */
  readonly detail: string;
  /** What to do next, in words of this window; '' when there is nothing. */
  readonly hint: string;
}

/** What to tell a person about an error, and what to do next. */
export function sentenceOf(error: unknown): WindowSentence {
  if (!(error instanceof CairnError))
    return { message: error instanceof Error ? error.message : String(error), detail: '', hint: '' };
  const { code }: { readonly code: ErrorCode } = error;
  const { message, hint } = errorSentence(code, error.details);
  const [first = '', ...rest] = inWindow(message).split('\n');
  return {
    message: first,
    detail: rest.map((line) => line.trim()).join('\n'),
    hint: HINTS[code] ?? inWindow(hint ?? ''),
  };
}

/**
 * The same in one paragraph, as a notification has no lines: what was listed below each other stands behind each other, and
 * every part ends as a sentence does.
 */
export function paragraphOf({ message, detail, hint }: WindowSentence): string {
  const lines = detail === '' ? [] : detail.split('\n');
  const more = lines.length - MOST_LISTED;
  // A notification does not scroll, and its buttons must stay in sight.
  const rows = more > 0 ? [...lines.slice(0, MOST_LISTED), `and ${more} more, see the log`] : lines;
  const listed = rows.map((row) => cutMiddle(row, LONGEST_ROW)).join(message.endsWith(':') ? '; ' : ' ');
  return [`${message} ${listed}`.trim(), ...hint.split('\n')]
    .filter((part) => part !== '')
    .map(ended)
    .join(' ');
}

const MOST_LISTED = 5;
const LONGEST_ROW = 160;

/** A command or a path to copy keeps its end. */
const ended = (part: string): string => (/[.?!:]$|^[^:]+: (?:git|npm) /.test(part) ? part : `${part}.`);

/** What to do next where the terminal has a command and the window has another one. */
const HINTS: Readonly<Partial<Record<ErrorCode, string>>> = {
  'usage/no-session': 'Start one with “Cairn: Start Session…”.',
  'usage/session-used': 'Start again: a new session is given an id of its own.',
  'workflow/not-found': '“Cairn: Create Sample Workflow” makes one.',
  'lease/held': 'You can follow along in the Cairn view; “Cairn: Stop Now” ends it.',
  'data/corrupt': 'Nothing was changed. “Cairn: Restore to Phase…” goes back to a good checkpoint.',
  'data/newer-schema': 'Update the extension.',
  'data/unknown-word':
    'Written by a newer version? Update the extension. Edited by hand? “Cairn: Restore to Phase…” goes back to a good checkpoint.',
  'data/unsafe-tree':
    'If you do not know who made them, remove the branch, or the rescue. “Cairn: Verify Session” names all that are like this.',
  'data/untrusted-tip': 'Look at these commits before you go on from them.',
  'data/untrusted-commands': '“Cairn: Resume Session” shows what it would run and asks.',
  'lease/overtaken': 'What was done is still in the working tree: “Cairn: Resume Session” goes on.',
  'data/restore-failed': 'Nothing is lost: “Cairn: Undo Restore” puts everything back.',
  'data/violations': '“Cairn: Verify Session” says which.',
  'repo/plan-changed': 'Phases that are done stay done.',
  'repo/behind-remote': 'Take over what is there with git, or go on from here.',
  'repo/head-moved': 'Nothing was captured. Go back to where it was and resume, or go on here.',
  'repo/land-conflict': 'Land it on a branch of its own instead, and merge that.',
  'repo/nested-work':
    'Push it or move the folders away, and try again. “Delete Everything” gives all of it up.',
  'repo/branch-refused': 'Choose another branchPrefix in the workflow.',
  'git/disk-full': 'Make room and resume: nothing that was done is lost.',
  'git/not-a-repository': 'The Cairn view can make one.',
  'machine/runner-died': '“Cairn: Resume Session” goes on from the last checkpoint.',
  'machine/agent-not-found': '“Cairn: Choose Agent…” shows what is here and what installs the others.',
};
