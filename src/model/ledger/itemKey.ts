import type { LedgerItem } from './ledger.ts';

/** Two items with the same key are the same item. */
export const itemKey = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s`*_\\]+/g, ' ')
    .trim()
    .replace(/[.;]$/, '');

/** Where an item stands in its section: of two in one place, one holds. Of a file it is its pointer, whatever is said of its size. */
export const placeOf = ({ section, text }: LedgerItem): string =>
  `${section}\n${section === 'Artifacts' ? (fileOf(text) ?? text) : itemKey(text)}`;

/** Its pointer as it was when the file was handed on, whichever round has moved that since. */
const fileOf = (text: string): string | undefined =>
  /^`[^`]+`/.exec(text)?.[0].replace(/^`([^/]+)\/round-\d+\//, '`$1/');
