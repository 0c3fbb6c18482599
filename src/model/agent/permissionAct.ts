import { cutTo, oneLine, shownLine } from '../text/oneLine.ts';
import type { PermissionRequest } from './permissionRequest.ts';

/** What an agent asks permission for: its description, and what would run. */
type Act = Pick<PermissionRequest, 'title' | 'command'>;

/** The command itself and the agent's description, each in one safe line. */
interface ActWords {
  readonly act: string;
  /** Null if `act` says it all. */
  readonly description: string | null;
}

const LONGEST_TITLE = 200;

/** Shows what would run, whatever the agent calls it, long enough that neither end can hide. */
export function wordsOfAct({ title, command }: Act, longest: number): ActWords {
  const described = shownLine(title, LONGEST_TITLE);
  const whole = command === undefined ? '' : onOneLine(command);
  if (whole === '') return { act: cutMiddle(onOneLine(title), longest), description: null };
  const adds = described !== '' && !described.includes(whole) && !whole.includes(described);
  return { act: cutMiddle(whole, longest), description: adds ? described : null };
}

/**
 * A text in one line. Shows line ends, drops invisible characters and spaces that push its end out of sight. Keeps what is
 * between two control characters: a program would get it.
 */
export const onOneLine = (text: string): string =>
  oneLine(text.trim().replace(LINE_ENDS, ' ↵ '))
    .replace(/\p{Cf}/gu, '')
    .replace(/\s{2,}/g, ' ');

const LINE_ENDS = /\s*[\n\v\f\r\u0085\u2028\u2029]+\s*/g;

/** Cuts the middle of a long text, and says so: what matters may be at either end. */
export function cutMiddle(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const note = ` … (${text.length - longest} more) … `;
  const half = Math.max(1, Math.floor((longest - note.length) / 2));
  const end = text.slice(-half).replace(/^[\udc00-\udfff]/, '');
  return `${cutTo(text, half)}${note}${end}`;
}
