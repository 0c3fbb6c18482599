import type { Result } from '../../base/result.ts';
import { SECTION_HEADINGS, type SectionHeading } from '../packet/packetHeadings.ts';
import { engineLines, type Line } from '../parsing/engineLines.ts';
import { readMarkdownRecord, type Tell } from '../parsing/markdownRecord.ts';
import type { RecordProblem } from '../parsing/readRecord.ts';
import { type Ledger, LEDGER_FIELDS, type LedgerItem, REMOVED_HEADING } from './ledger.ts';

type Body = Pick<Ledger, 'items' | 'removed'>;

/** Reads a LEDGER.md, strictly; `file` only names it in problems. Never throws. */
export function parseLedger(file: string, text: string): Result<Ledger, RecordProblem> {
  return readMarkdownRecord('ledger', LEDGER_FIELDS, file, text, bodyOf);
}

/** What can be made out of a LEDGER.md that somebody spoilt: its items, for display. */
export function glanceLedger(text: string): Body {
  return bodyOf(engineLines('', text, null).lines, () => {});
}

/** `1. text` or, of what was taken out, `- Section: text`; lines below belong to it as far as they are indented. */
const ITEM = /^(?:\d{1,9}\. |- )(.*)$/;
const ORDER: readonly string[] = [...SECTION_HEADINGS, REMOVED_HEADING];

function bodyOf(lines: readonly Line[], tell: Tell): Body {
  const scan = new Scan(tell);
  for (const line of lines) scan.take(line);
  scan.close();
  return { items: scan.items, removed: scan.removed };
}

class Scan {
  readonly items: LedgerItem[] = [];
  readonly removed: LedgerItem[] = [];
  readonly #tell: Tell;
  /** Place of the open section in `ORDER`; -1 before the first. */
  #order = -1;
  #open: { readonly marker: string; readonly lines: string[]; readonly number: number } | null = null;

  constructor(tell: Tell) {
    this.#tell = tell;
  }

  take(line: Line): void {
    const { text, number } = line;
    if (text.startsWith('## ')) this.#heading(line);
    else if (this.#order >= 0 && ITEM.test(text)) this.#begin(line);
    else if (this.#open !== null && (text === '' || text.startsWith(' '.repeat(this.#open.marker.length))))
      this.#open.lines.push(text.slice(this.#open.marker.length));
    else if (text !== '') this.#tell(number, 'this line belongs to no item');
  }

  close(): void {
    const open = this.#open;
    if (open === null) return;
    this.#open = null;
    const text = open.lines.join('\n').trimEnd();
    const section = this.#section();
    if (text === '') this.#tell(open.number, 'this item is empty');
    else if (section !== null) this.items.push({ section, text });
    else this.#remove(text, open.number);
  }

  /** Null below what was taken out. */
  #section(): SectionHeading | null {
    return SECTION_HEADINGS[this.#order] ?? null;
  }

  #heading({ text, number }: Line): void {
    this.close();
    const place = ORDER.indexOf(text.slice(3));
    if (place === -1) this.#tell(number, `unknown section ${JSON.stringify(text.slice(3, 80))}`);
    else if (place <= this.#order) this.#tell(number, `the section "${text.slice(3)}" is out of order`);
    if (place !== -1) this.#order = place;
  }

  #begin({ text, number }: Line): void {
    this.close();
    const marker = this.#section() === null ? '- ' : `${this.items.length + 1}. `;
    if (!text.startsWith(marker)) this.#tell(number, `an item here begins with "${marker}"`);
    this.#open = { marker, lines: [ITEM.exec(text)?.[1] ?? ''], number };
  }

  #remove(text: string, number: number): void {
    const section = SECTION_HEADINGS.find((heading) => text.startsWith(`${heading}: `));
    if (section === undefined) this.#tell(number, 'an item here is "<section>: <text>"');
    else this.removed.push({ section, text: text.slice(section.length + 2) });
  }
}
