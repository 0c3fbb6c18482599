import * as z from 'zod';
import { missingHeadings } from '../missingHeadings.ts';
import type { Demand } from './demand.ts';

export const headings: Demand<readonly string[], readonly string[]> = {
  file: z
    .array(
      z
        .string()
        .refine((given) => given.trim() !== '', 'must not be empty')
        .regex(/^[^\r\n]*$/, 'must be one line')
        .describe('Text of a Markdown heading.'),
    )
    .describe('Markdown headings that must be there and have text below them.'),
  absent: [],
  whyNot: (bytes, wanted) =>
    wanted.length === 0 ? [] : missingHeadings(new TextDecoder().decode(bytes), wanted),
  inPrompt: (wanted) => `with text below ${listed(wanted)}`,
  inPlan: (wanted) => `headings ${wanted.map((heading) => JSON.stringify(heading)).join(', ')}`,
  // Their order means nothing.
  planned: (wanted) => wanted.toSorted(),
};

function listed(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`);
  if (quoted.length === 1) return `the heading ${quoted[0]}`;
  return `each of the headings ${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`;
}
