/** Line ends of any platform. */
const LINE_ENDS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/**
 * What must not reach a terminal, a commit message or a table: control characters, bidirectional controls (they make text
 * look different from what it is), byte order marks, non-characters and lone surrogates (UTF-8 has none).
 */
const UNSEEN = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu;
const UNSEEN_IN_TEXT = new RegExp(`(?![\\n\\t])${UNSEEN.source}`, 'gu');

/** Fast path: a history of a thousand checkpoints calls this fifteen thousand times. */
const PLAIN = /^[ -~]*$/;

/** Makes a text one line: line ends and tabs become one space, control characters go, the ends are trimmed. */
export function oneLine(text: string): string {
  if (PLAIN.test(text)) return text.trim();
  return text.replace(LINE_ENDS, ' ').replace(UNSEEN, '').trim();
}

/**
 * Terminal control sequences: colours, cursor moves, window titles, character sets. No part of it runs past the beginning of
 * another: a search for an end that is not there would otherwise be repeated from each.
 */
const ESCAPES =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b\]|\u009d)[^\u0007\u001b\u009c\u009d]*(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]*[0-~]/g;

/** A text without terminal control sequences; single control characters stay. */
export const withoutEscapes = (text: string): string => text.replace(ESCAPES, '');

/** Output of a program or agent as one safe line of at most `max` UTF-16 units. */
export function shownLine(text: string, max: number): string {
  // Bounded first: an agent may print megabytes without a line end.
  const line = oneLine(withoutEscapes(text.slice(0, 4 * max))).replace(/ {2,}/g, ' ');
  return line.length > max ? `${cutTo(line, max - 1)}…` : line;
}

/** Output of a program or agent with its lines and tabs, without colours; of a progress bar only its final state. */
export function printedText(text: string): string {
  return withoutEscapes(text.split('\n').map(finalState).join('\n')).replace(UNSEEN_IN_TEXT, '');
}

/** The last state of a line that overwrote itself. No regular expression: it would be quadratic on a line of megabytes. */
function finalState(line: string): string {
  let end = line.length;
  while (line[end - 1] === '\r') end -= 1;
  return line.slice(line.lastIndexOf('\r', end - 1) + 1, end);
}

/** Does what `oneLine` does for text of several lines: only `\n` separates them, none ends in space, at most one in a row is empty. */
export function plainLines(text: string): string {
  return text
    .split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)
    .map((line) => line.replaceAll('\t', '  ').replace(UNSEEN, '').trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

let characters: Intl.Segmenter | null = null;

/** The beginning of a text, at most `max` UTF-16 units, never cutting what a person sees as one character. */
export function cutTo(text: string, max: number): string {
  if (text.length <= max) return text;
  // The segmenter gets a bounded piece: a request may be megabytes on one line.
  characters ??= new Intl.Segmenter('en');
  const end = characters.segment(text.slice(0, max + 64)).containing(max)?.index ?? 0;
  // A single character longer than the limit: cut it, but not within a surrogate pair.
  return text
    .slice(0, end > 0 ? end : max)
    .replace(/\p{Cs}$/u, '')
    .trimEnd();
}

const ERROR = /\berr(?:or)?\b|\bfail(?:ed|ure)?\b|\bfatal\b|\bcannot\b|not found|no such/i;
/** Package managers' news about themselves. */
const NEWS = /^(?:(?:npm|yarn|pnpm)\s+(?:notice|warn)\b|\[notice\] )/i;

/** The lines of a program's output without what a package manager says about itself there. */
export const withoutNews = (lines: readonly string[]): readonly string[] =>
  lines.filter((line) => !NEWS.test(line.trim()));

/** The output lines that most likely say why a command failed: error lines, or else the last ones; bounded. */
export function tellingLines(output: string, most: number): readonly string[] {
  const lines = withoutNews(output.split('\n')).filter((line) => line.trim() !== '');
  const errors = lines.filter((line) => ERROR.test(line));
  return errors.length > 0 ? errors.slice(0, most) : lines.slice(-most);
}
