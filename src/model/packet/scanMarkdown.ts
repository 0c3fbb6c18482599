/** One classified line of a Markdown text; `text` of a heading is without its marks. */
export type MarkdownLine =
  | { readonly kind: 'heading'; readonly text: string; readonly level: number }
  | { readonly kind: 'text' | 'code' | 'fence' | 'blank'; readonly text: string };

/**
 * Classifies lines as heading, text or code, as CommonMark does. Front matter and HTML comments become blank, so that they are
 * no content and line numbers stay right.
 */
export function scanMarkdown(text: string): readonly MarkdownLine[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n');
  const scan = new Scan(lines.findLastIndex((line) => line.includes('-->')));
  const matter = frontMatterLength(lines);
  lines.forEach((line, at) => scan.take(at < matter ? '' : line));
  return scan.out;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const ATX = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/;
/** A thematic break. Below text, dashes are an underline instead. */
const RULE = /^ {0,3}(?:-[ \t]*){3,}$/;
/** Begins a block in which an underline makes no heading: a list, a quote, a table. */
const BLOCK = /^ {0,3}(?:(?:[-*+]|\d{1,9}[.)])[ \t]|[>|])/;
const INDENTED = /^(?: {4}|\t)/;

class Scan {
  readonly out: MarkdownLine[] = [];
  /** Last line that closes a comment: an unclosed `<!--` is text. */
  readonly #lastClose: number;
  #number = 0;
  /** The fence that opened the current code block. */
  #fence: string | null = null;
  #inComment = false;
  /** Index in `out` where the open paragraph began; -1 if none. */
  #paragraph = -1;
  /** In a list, quote or table, following lines belong to it until a blank one. */
  #inBlock = false;

  constructor(lastClose: number) {
    this.#lastClose = lastClose;
  }

  take(raw: string): void {
    this.#number += 1;
    if (this.#fence !== null) return this.#code(raw, this.#fence);
    const line = this.#withoutComments(raw);
    const [, marks, info] = FENCE.exec(line) ?? [];
    if (marks !== undefined && !(marks.startsWith('`') && info?.includes('`'))) {
      this.#fence = marks;
      this.#push('fence', line);
    } else if (line.trim() === '') {
      this.#inBlock = false;
      this.#push('blank', '');
    } else if (ATX.test(line)) this.#atx(line.trim());
    else if (this.#paragraph >= 0 && UNDERLINE.test(line)) this.#setext(line.includes('=') ? 1 : 2);
    else this.#text(line);
  }

  #push(kind: 'code' | 'fence' | 'blank', text: string): void {
    this.#paragraph = -1;
    this.out.push({ kind, text });
  }

  #code(line: string, fence: string): void {
    const [, marks = '', rest = ''] = FENCE.exec(line) ?? [];
    const closes = marks.startsWith(fence) && rest.trim() === '';
    if (closes) this.#fence = null;
    this.#push(closes ? 'fence' : 'code', line);
  }

  #atx(line: string): void {
    const level = /^#+/.exec(line)?.[0].length ?? 1;
    const text = line.slice(level).trim();
    this.#heading(level, /^#+$/.test(text) ? '' : text.replace(/[ \t]#+$/, '').trimEnd());
  }

  /** The open paragraph was a heading all along: its last line is underlined. */
  #setext(level: number): void {
    const lines = this.out.splice(this.#paragraph);
    this.#heading(level, lines.map((line) => line.text.trim()).join(' '));
  }

  #heading(level: number, text: string): void {
    this.#paragraph = -1;
    this.#inBlock = false;
    this.out.push({ kind: 'heading', level, text });
  }

  #text(line: string): void {
    // A thematic break ends what is above it, and nothing below underlines it.
    if (RULE.test(line)) [this.#inBlock, this.#paragraph] = [false, -1];
    else if (BLOCK.test(line)) [this.#inBlock, this.#paragraph] = [true, -1];
    else if (this.#paragraph < 0 && !this.#inBlock && !INDENTED.test(line)) this.#paragraph = this.out.length;
    this.out.push({ kind: 'text', text: line });
  }

  #withoutComments(line: string): string {
    let rest = line;
    let kept = '';
    for (;;) {
      if (this.#inComment) {
        const end = rest.indexOf('-->');
        if (end < 0) return kept;
        this.#inComment = false;
        rest = rest.slice(end + 3);
      }
      const start = rest.indexOf('<!--');
      if (start < 0 || this.#isText(kept + rest.slice(0, start), rest.slice(start))) return kept + rest;
      kept += rest.slice(0, start);
      rest = rest.slice(start + 4);
      this.#inComment = true;
    }
  }

  /** True for a `<!--` that opens no comment: it is in backticks, or never closed. */
  #isText(before: string, from: string): boolean {
    const inCode = before.split('`').length % 2 === 0;
    return inCode || (!from.includes('-->') && this.#lastClose < this.#number);
  }
}

/** The number of lines of front matter, whose closing `---` would otherwise make a heading of its last line. */
function frontMatterLength(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== '---') return 0;
  return lines.findIndex((line, at) => at > 0 && /^(?:---|\.\.\.)\s*$/.test(line)) + 1;
}
