/** Characters that take two columns: East Asian wide ones and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;
/** Each of these is a character of its own and takes one column, also beside others of them: what our own sentences are made of. */
const PLAIN = /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u024f\u2010-\u2027\u2500-\u257f\u25b8\u2713\u2717]*$/;

/** How many columns a text takes in a terminal; the text must not contain escape sequences. */
export function textWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const grapheme of graphemes(text)) width += graphemeWidth(grapheme);
  return width;
}

/** Cuts a text to fit `columns`; `…` stands for what is left out. */
export function shorten(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let [kept, width] = ['', 0];
  for (const grapheme of graphemes(text)) {
    width += graphemeWidth(grapheme);
    if (width > columns - 1) break;
    kept += grapheme;
  }
  return columns < 1 ? '' : `${kept.trimEnd()}…`;
}

/** Keeps both ends of a name, as both tell it from others. */
export function shortenMiddle(text: string, columns: number): string {
  if (textWidth(text) <= columns || columns < 8) return shorten(text, columns);
  const letters = [...graphemes(text)];
  let tail = '';
  while (textWidth(tail) < Math.floor((columns - 1) / 2)) tail = `${letters.pop() ?? ''}${tail}`;
  return `${shorten(text, columns - textWidth(tail))}${tail}`;
}

let segments: Intl.Segmenter | null = null;

function* graphemes(text: string): Generator<string> {
  if (PLAIN.test(text)) return yield* text;
  // The first one of a process takes as long as half a start of Node.
  segments ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { segment } of segments.segment(text)) yield segment;
}

function graphemeWidth(grapheme: string): number {
  if (WIDE.test(grapheme)) return 2;
  return /^[\p{Mn}\p{Me}\p{Cf}]+$/u.test(grapheme) ? 0 : 1;
}
