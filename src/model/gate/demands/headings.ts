import * as z from 'zod/mini';
import type { Demand } from './demand.ts';
import type { MarkdownLine } from '../../packet/scanMarkdown.ts';
import { headingKey, sectionsOf } from '../../packet/sections.ts';

export const headings: Demand<readonly string[], readonly string[]> = {
  file: z
    .array(
      z.string().check(
        z.refine((given) => given.trim() !== '', 'must not be empty'),
        z.regex(/^[^\r\n]*$/, 'must be one line'),
        z.describe('Text of a Markdown heading.'),
      ),
    )
    .check(z.describe('Markdown headings that must be there and have text below them.')),
  absent: [],
  whyNot: (bytes, wanted) =>
    wanted.length === 0 ? [] : missingHeadings(new TextDecoder().decode(bytes), wanted),
  inPrompt: (wanted) => `with text below ${listed(wanted)}`,
  inPlan: (wanted) => `headings ${wanted.map((heading) => JSON.stringify(heading)).join(', ')}`,
  // Their order has no meaning.
  planned: (wanted) => wanted.toSorted(),
};

function listed(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`);
  if (quoted.length === 1) return `the heading ${quoted[0]}`;
  return `each of the headings ${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`;
}

/** Which of these headings a Markdown text lacks, or has without text below; one reason each. */
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

/** List marks, check boxes, rules and table lines are no content; comments are removed already. */
const MARKS = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])(?:\s+|$))*(?:\[[ xX]\])?/;
const WORD = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

const saysSomething = (line: MarkdownLine): boolean =>
  (line.kind === 'text' && WORD.test(line.text.replace(MARKS, ''))) ||
  (line.kind === 'code' && WORD.test(line.text));
