import { withoutEscapes } from '../../model/text/oneLine.ts';

/**
 * Characters that a terminal obeys instead of showing: control characters (C0 except tab and newline, DEL, C1), and marks
 * that change the text direction, which can make one name look like another.
 */
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text from a repository, an agent or a program, made safe to print; its lines and tabs stay. */
export function plain(text: string): string {
  return withoutEscapes(text.replaceAll('\r\n', '\n')).replace(OBEYED, '');
}

/** The same on one line: every run of white space becomes one space. */
export function plainLine(text: string): string {
  return plain(text.replace(/[\r\n\u2028\u2029]+/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

/** A value as a line of JSON, safe to print: what a terminal obeys is written as `\uXXXX`, so that nothing is lost. */
export function jsonLine(value: unknown): string {
  const spelled = (obeyed: string): string => `\\u${obeyed.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return `${JSON.stringify(value).replace(OBEYED, spelled)}\n`;
}
