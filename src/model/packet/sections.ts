import { type MarkdownLine, scanMarkdown } from './scanMarkdown.ts';

/** A heading of a Markdown text and what stands below it. */
export interface Section {
  /** As written, without marks: no `#`, no emphasis, no closing colon, no leading number. */
  readonly heading: string;
  /** 1..6 */
  readonly level: number;
  /** 1-based line of the heading. */
  readonly line: number;
  /** The lines below it up to the next heading of its level or above; headings below it included. */
  readonly lines: readonly MarkdownLine[];
}

/** Finds the sections of a Markdown text, nested ones too, in order (ATX and setext; what fences and comments hold is no heading). */
export function sectionsOf(text: string): readonly Section[] {
  const lines = scanMarkdown(text);
  const starts = lines.flatMap((line, index) => (line.kind === 'heading' ? [{ line, index }] : []));
  return starts.map(({ line, index }, at) => {
    const end = starts.slice(at + 1).find((next) => next.line.level <= line.level)?.index ?? lines.length;
    return {
      heading: bareHeading(line.text),
      level: line.level,
      line: line.number,
      lines: lines.slice(index + 1, end),
    };
  });
}

/** How two headings are compared: case, marks, a leading number and a closing colon do not matter. */
export const headingKey = (heading: string): string => bareHeading(heading).toLowerCase();

function bareHeading(text: string): string {
  return text
    .replace(/[*_`~]/g, '')
    .replace(/^\d{1,3}(?:\.\d{1,3})*[.)]?\s+/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\s?:$/, '');
}
