import type { MarkdownLine } from '../packet/scanMarkdown.ts';
import { headingKey, sectionsOf } from '../packet/sections.ts';

/** Says which of these headings a Markdown text lacks, or has without text below them; one reason each. */
export function missingHeadings(text: string, wanted: readonly string[]): readonly string[] {
  const sections = sectionsOf(text).map((section) => ({ ...section, key: headingKey(section.heading) }));
  return wanted.flatMap((heading) => {
    const found = sections.filter((section) => section.key === headingKey(heading));
    if (found.length === 0) return [`has no heading "${heading}"`];
    return found.some((section) => section.lines.some(saysSomething))
      ? []
      : [`has no text below the heading "${heading}"`];
  });
}

/** List marks, check boxes, rules and tables' lines say nothing by themselves; comments are out already. */
const MARKS = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])(?:\s+|$))*(?:\[[ xX]\])?/;
const WORD = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

const saysSomething = (line: MarkdownLine): boolean =>
  (line.kind === 'text' && WORD.test(line.text.replace(MARKS, ''))) ||
  (line.kind === 'code' && WORD.test(line.text));
