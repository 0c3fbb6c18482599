import { type MarkdownLine, scanMarkdown } from './scanMarkdown.ts';

const MARKER = /^( {0,3})(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)/;
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const NOTHING = /^(?:none|nothing|n\/a|-|—)?[.!]?$/i;

/**
 * Splits the text below a heading into items: each outermost list item (with what is nested in it) and each paragraph. A
 * subheading goes in front of its items, as `Storage: …`, behind their check boxes. Drops items that say that there is nothing (`None.`, `n/a`).
 */
export function itemsOf(lines: readonly MarkdownLine[]): readonly string[] {
  const items = new Items();
  for (const line of lines) items.take(line);
  items.close();
  return items.out;
}

class Items {
  readonly out: string[] = [];
  /** The subheading above the items, if there is one. */
  #under = '';
  #lines: string[] = [];
  /** Column where the text of the open list item begins; 0 if a paragraph or nothing is open. */
  #indent = 0;

  take(line: MarkdownLine): void {
    switch (line.kind) {
      case 'heading':
        this.close();
        this.#under = withoutColon(line.text);
        return;
      case 'blank':
        // A list item continues after a blank line if the next line is indented; a paragraph does not.
        if (this.#indent === 0) this.close();
        else this.#lines.push('');
        return;
      case 'text':
        return this.#text(line.text);
      case 'code':
      case 'fence':
        this.#lines.push(dedent(line.text, this.#indent));
    }
  }

  close(): void {
    const text = this.#lines
      .join('\n')
      .replace(/\n{2,}/g, '\n')
      .trim();
    if (!NOTHING.test(text)) this.out.push(below(this.#under, text));
    this.#lines = [];
    this.#indent = 0;
  }

  #text(line: string): void {
    if (RULE.test(line)) return this.close();
    const marker = MARKER.exec(line);
    const nested = marker !== null && this.#indent > 0 && (marker[1]?.length ?? 0) >= this.#indent;
    if (marker !== null && !nested) {
      this.close();
      this.#indent = marker[0].length;
      this.#lines = [line.slice(this.#indent)];
      return;
    }
    const outside = this.#indent > 0 && this.#lines.at(-1) === '' && !/^(?: {2}|\t)/.test(line);
    if (outside) this.close();
    this.#lines.push(dedent(line, this.#indent));
  }
}

const BOX = /^\[[ xX]\][ \t]+/;
/** Says of questions what their boxes say. */
const SAYS_BOX =
  /^(?:(?:still|not yet) )?(?:open|answered|unanswered|closed|resolved|unresolved|settled)(?: questions?)?$/i;

/** A box stays in front: it says whether a question is answered. */
function below(under: string, text: string): string {
  const [box = ''] = BOX.exec(text) ?? [];
  if (under === '' || (box !== '' && SAYS_BOX.test(under))) return text;
  return `${box}${under}: ${text.slice(box.length)}`;
}

/** No regular expression: it would search for the colon from each of a million spaces. */
const withoutColon = (text: string): string => (text.endsWith(':') ? text.slice(0, -1).trimEnd() : text);

/** The first paragraph of a text, without headings, comments and front matter; '' if there is none. */
export function firstParagraph(text: string): string {
  const lines = scanMarkdown(text);
  const start = lines.findIndex(
    (line) => (line.kind === 'text' || line.kind === 'code') && line.text.trim() !== '',
  );
  if (start < 0) return '';
  const after = lines.slice(start);
  const end = after.findIndex((line) => line.kind !== 'text' && line.kind !== 'code');
  const paragraph = end < 0 ? after : after.slice(0, end);
  return paragraph.map((line) => line.text.trim()).join(' ');
}

function dedent(line: string, by: number): string {
  const spaces = /^ */.exec(line)?.[0].length ?? 0;
  return line.slice(Math.min(spaces, by));
}
