import { CairnError, type ErrorCode } from '../../base/cairnError.ts';
import { cutMiddle } from '../../model/agent/permissionAct.ts';
import { errorSentence } from '../../sentences/errorSentence.ts';
import { WINDOW_ERRORS } from '../words/errorWords.ts';

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
  const { message, hint } = errorSentence(code, error.details, WINDOW_ERRORS);
  const [first = '', ...rest] = message.split('\n');
  return {
    message: first,
    detail: rest.map((line) => line.trim()).join('\n'),
    hint: hint ?? '',
  };
}

/** Joins it into one paragraph for a notification, which has no line breaks; every part ends like a sentence. */
export function paragraphOf({ message, detail, hint }: WindowSentence): string {
  const lines = detail === '' ? [] : detail.split('\n');
  const more = lines.length - MOST_LISTED;
  // Notifications do not scroll, and the buttons must stay visible.
  const rows = more > 0 ? [...lines.slice(0, MOST_LISTED), `and ${more} more, see the log`] : lines;
  const listed = rows.map((row) => cutMiddle(row, LONGEST_ROW)).join(message.endsWith(':') ? '; ' : ' ');
  return [`${message} ${listed}`.trim(), ...hint.split('\n')]
    .filter((part) => part !== '')
    .map(ended)
    .join(' ');
}

const MOST_LISTED = 5;
const LONGEST_ROW = 160;

/** Adds a full stop, but not to a command that a person may copy. */
const ended = (part: string): string => (/[.?!:]$|^[^:]+: (?:git|npm) /.test(part) ? part : `${part}.`);
