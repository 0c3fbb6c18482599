import type { LedgerItem } from './ledger.ts';

/** A text as far as white space says nothing: a packet indents lines, and editors wrap them. */
export const textKey = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** What a text says in words: a question is found by it in its answer, whatever the case and the marks there. */
export const wordsKey = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s`*_\\]+/g, ' ')
    .trim()
    .replace(/[.;]$/, '');

/** Where an item stands in its section: of two in one place, one holds. Of a file it is its pointer, whatever is said of its size. */
export const itemKey = ({ section, text }: LedgerItem): string =>
  `${section}\n${section === 'Artifacts' ? (fileOf(text) ?? text) : text.trim()}`;

/** Its pointer as it was when the file was handed on, whichever round has moved that since. */
const fileOf = (text: string): string | undefined =>
  /^`[^`]+`/.exec(text)?.[0].replace(/^`([^/]+)\/round-\d+\//, '`$1/');
