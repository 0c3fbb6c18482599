import { cutTo, oneLine, shownLine } from '../text/oneLine.ts';
import type { PermissionRequest } from './permissionRequest.ts';

/** What an agent asks leave for: as it describes that, and what would be run. */
type Act = Pick<PermissionRequest, 'title' | 'command'>;

/** The command itself, and how the agent describes it, each in a line that is safe to show. */
interface ActWords {
  readonly act: string;
  /** Null: there is no more to it than `act` says. */
  readonly description: string | null;
}

const LONGEST_TITLE = 200;

/** Whatever an agent calls it, what would be run is shown; so long that neither end can hide. */
export function wordsOfAct({ title, command }: Act, longest: number): ActWords {
  const described = shownLine(title, LONGEST_TITLE);
  const whole = command === undefined ? '' : onOneLine(command);
  if (whole === '') return { act: cutMiddle(onOneLine(title), longest), description: null };
  const adds = described !== '' && !described.includes(whole) && !whole.includes(described);
  return { act: cutMiddle(whole, longest), description: adds ? described : null };
}

/**
 * A text in one line: its line ends are shown, whatever is not seen goes, and so do the spaces that push its end out of sight.
 * Nothing that is between two control characters goes with them: a program would be given it.
 */
export const onOneLine = (text: string): string =>
  oneLine(text.trim().replace(LINE_ENDS, ' ↵ '))
    .replace(/\p{Cf}/gu, '')
    .replace(/\s{2,}/g, ' ');

const LINE_ENDS = /\s*[\n\v\f\r\u0085\u2028\u2029]+\s*/g;

/** What is too long loses its middle, and says so: what matters may stand at either end. */
export function cutMiddle(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const note = ` … (${text.length - longest} more) … `;
  const half = Math.max(1, Math.floor((longest - note.length) / 2));
  const end = text.slice(-half).replace(/^[\udc00-\udfff]/, '');
  return `${cutTo(text, half)}${note}${end}`;
}
