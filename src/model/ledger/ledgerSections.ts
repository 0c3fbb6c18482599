import type { SectionHeading } from '../packet/packetHeadings.ts';

/** What a section of the ledger is called on a command line and in JSON. */
export const SECTION_WORDS = {
  Constraints: 'constraints',
  Decisions: 'decisions',
  'State of the work': 'state',
  'Failed approaches': 'failed',
  'Open questions': 'questions',
  'Not captured': 'not-captured',
  Artifacts: 'artifacts',
  Next: 'next',
} as const satisfies Record<SectionHeading, string>;
export type SectionWord = (typeof SECTION_WORDS)[SectionHeading];

/** The section that a word names, its heading too, whatever the case; null for any other word. */
export function sectionNamed(word: string): SectionHeading | null {
  const said = word.trim().toLowerCase();
  const found = Object.entries(SECTION_WORDS).find(
    ([heading, known]) => known === said || heading.toLowerCase() === said,
  );
  return (found?.[0] as SectionHeading | undefined) ?? null;
}
