import { SECTION_HEADINGS } from '../packet/packetHeadings.ts';
import { renderFrontMatter } from '../parsing/frontMatterValue.ts';
import { type Ledger, LEDGER_FIELDS, type LedgerItem, REMOVED_HEADING } from './ledger.ts';

/** LEDGER.md: front matter, then each section as one numbered list that goes on from the one before. */
export function renderLedger(ledger: Ledger): string {
  const parts = [renderFrontMatter(LEDGER_FIELDS, ledger).join('\n')];
  let number = 0;
  for (const heading of SECTION_HEADINGS) {
    const lines = ledger.items
      .filter(({ section }) => section === heading)
      .map(({ text }) => item(`${(number += 1)}. `, text));
    if (lines.length > 0) parts.push(`## ${heading}\n${lines.join('\n')}`);
  }
  const removed = ledger.removed.map((gone) => item('- ', removedText(gone)));
  if (removed.length > 0) parts.push(`## ${REMOVED_HEADING}\n${removed.join('\n')}`);
  return `${parts.join('\n\n')}\n`;
}

const removedText = ({ section, text }: LedgerItem): string => `${section}: ${text}`;

/** Later lines are indented, so that Markdown takes them for part of the item. */
function item(marker: string, text: string): string {
  const [first = '', ...later] = text.split('\n');
  const indent = ' '.repeat(marker.length);
  return [marker + first, ...later.map((line) => (line === '' ? '' : indent + line))].join('\n');
}
