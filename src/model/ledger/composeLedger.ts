import { SECTION_HEADINGS } from '../packet/packetHeadings.ts';
import { SCHEMA } from '../parsing/schema.ts';
import { type HandedItem, stillHolds } from './foldLedgers.ts';
import type { Ledger, LedgerItem } from './ledger.ts';

type About = Pick<Ledger, 'session' | 'phase' | 'seq' | 'at'>;

/**
 * The ledger of a phase: what it says, by section, but for words that were handed on before and still hold.
 *
 * @param before what the phases before it handed on
 */
export function composeLedger(
  { session, phase, seq, at }: About,
  said: readonly LedgerItem[],
  before: readonly HandedItem[],
  removed: readonly LedgerItem[] = [],
): Ledger {
  const gone = new Set(removed.map(keyOf));
  const known = new Set(
    before
      // A file that is handed on anew has other bytes, also where its name and size are those of before; advice counts as it is given last.
      .filter((item) => stillHolds(item) && item.section !== 'Artifacts' && item.section !== 'Next')
      .map(keyOf)
      .filter((key) => !gone.has(key)),
  );
  const items = said.filter((item) => {
    const key = keyOf(item);
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
  const sorted = SECTION_HEADINGS.flatMap((heading) => items.filter(({ section }) => section === heading));
  return { schema: SCHEMA, session, phase, seq, at, items: sorted, removed };
}

/** An open question is the same with a box and without. */
function keyOf({ section, text }: LedgerItem): string {
  const said = text.trim();
  return `${section}\n${section === 'Open questions' ? said.replace(/^\[ \]\s+/, '') : said}`;
}
