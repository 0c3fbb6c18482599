/**
 * Characters removed from every text of a request, artifact or person: control characters, and invisible ones that change what
 * is seen or carry hidden words (bidirectional overrides, zero-width spaces, tag characters). The joiners of emoji and Indic
 * scripts stay.
 */
const UNSEEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
const TERMINAL_COMMANDS = /\u001b\[[0-9;?]*[ -/]*[@-~]/g;

/** The beginning of a line that would start a block: a heading or its underline, front matter, a fence, HTML, a link definition. */
const BEGINS_BLOCK = /^( {0,3})(?=#{1,6}(?: |$)|=+ *$|-+ *$|`{3}|~{3}|<[!?/a-z]|\[[^\]\n]*\]:)/i;

/** The text without control and invisible characters; lines end in `\n`, tabs become four spaces. */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replace(TERMINAL_COMMANDS, '')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\t/g, '    ')
    .replace(UNSEEN, '');
}

/**
 * Makes every line of a text harmless inside a packet: none begins a heading, front matter, code or a comment, so the text can
 * neither forge a section nor swallow those below. It adds only backslashes; the words stay as they are.
 */
export function inertText(text: string): string {
  return plainText(text)
    .split('\n')
    .map((line) => line.trimEnd().replace(BEGINS_BLOCK, '$1\\').replaceAll('<!--', '<\\!--'))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '');
}

/** The same on one line. */
export const inertLine = (text: string): string => inertText(text).replace(/\s+/g, ' ').trim();

/** The beginning of a text, at most `limit` characters, cut between words if possible; appends `tail` if something was cut. */
export function beginning(text: string, limit: number, tail: string): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit);
  const space = cut.search(/\s\S*$/);
  // A text without spaces is cut anywhere: half a word says more than nothing.
  const kept = (space > limit / 2 ? cut.slice(0, space) : cut)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .trimEnd();
  return `${kept} … ${tail}`.trimEnd();
}
