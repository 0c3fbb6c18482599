import { type MarkdownLine, scanMarkdown } from './scanMarkdown.ts';

/** A heading of a Markdown text and the text below it. */
interface Section {
  /** Without `#`, emphasis, closing colon and leading number. */
  readonly heading: string;
  /** The lines below it up to the next heading of its level or above, including subheadings. */
  readonly lines: readonly MarkdownLine[];
}

/** Finds the sections of a Markdown text in order, including nested ones: ATX and setext headings outside of fences and comments. */
export function sectionsOf(text: string): readonly Section[] {
  const lines = scanMarkdown(text);
  const sections: Section[] = [];
  // Backwards, so that the next heading of each level is known: a megabyte may hold 100,000 of them.
  const next = Array.from({ length: DEEPEST + 1 }, () => lines.length);
  for (const [back, line] of lines.toReversed().entries()) {
    if (line.kind !== 'heading') continue;
    const index = lines.length - 1 - back;
    const end = Math.min(...next.slice(1, line.level + 1));
    next[line.level] = index;
    sections.push({ heading: bareHeading(line.text), lines: lines.slice(index + 1, end) });
  }
  return sections.reverse();
}

/** The number of heading levels. */
const DEEPEST = 6;

/** Normalises a heading for comparison: ignores case, marks, a leading number and a closing colon. */
export const headingKey = (heading: string): string => bareHeading(heading).toLowerCase();

function bareHeading(text: string): string {
  return text
    .replace(/[*_`~]/g, '')
    .replace(/^\d{1,3}(?:\.\d{1,3})*[.)]?\s+/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\s?:$/, '');
}
