import { type Entry, OPENED } from './entry.ts';
import { GROWING_HEADINGS, type GrowingHeading } from './packetHeadings.ts';
import { plainText } from './safeText.ts';

/** Begins the line that points to the previous packet; every packet writes its own. */
export const BEFORE = 'before: ';

/** No packet of ours is longer; if somebody put a longer file there, the line `before: …` covers the rest. */
const READ_CHARACTERS = 65_536;

const LABEL = /^\[(opened|\d{2,}-[a-z][a-z0-9-]{0,39})\] /;
/** A pointer into a phase's folder stands for its label. */
const INSIDE = /^`(\d{2,}-[a-z][a-z0-9-]{0,39})\//;
const COUNTED = /^… (\d{1,9}) (?:earlier|more): /;
const EARLIER = /^… \d+ earlier: `(?:(\d{2,}-[a-z][a-z0-9-]*)\/)?PACKET\.md@[^`]+`$/;

/**
 * Reads the items of the previous packet, section by section, oldest first. Nothing in an item can imitate a packet's own lines
 * (`## …` and `- …` at line start), so this needs no Markdown parser; anything else is ignored.
 */
export function readPrevious(packet: string): Readonly<Partial<Record<GrowingHeading, readonly Entry[]>>> {
  const sections = new Map<GrowingHeading, string[]>();
  let items: string[] | null = null;
  for (const line of plainText(packet.slice(0, READ_CHARACTERS)).split('\n')) {
    if (line.startsWith('## ')) {
      const heading = GROWING_HEADINGS.find((known) => known === line.slice(3).trim());
      items = heading === undefined ? null : [];
      if (heading !== undefined && items !== null) sections.set(heading, items);
    } else if (line.startsWith('- ')) items?.push(line.slice(2));
    else if (items !== null && items.length > 0 && line.trim() !== '')
      items.push(`${items.pop() ?? ''}\n${line.replace(/^ {2}/, '')}`);
  }
  return Object.fromEntries(
    [...sections].map(([heading, texts]) => [heading, texts.filter(isTaken).map(toEntry)]),
  );
}

const isTaken = (item: string): boolean => !item.startsWith(BEFORE) && item.trim() !== '';

function toEntry(item: string): Entry {
  const written = LABEL.exec(item)?.[1];
  const text = written === undefined ? item : item.slice(written.length + 3);
  const label = written ?? INSIDE.exec(item)?.[1] ?? null;
  const count = Number(COUNTED.exec(text)?.[1] ?? 1);
  const upTo = label === null ? EARLIER.exec(text) : null;
  const entry = { label, text, sources: [], count };
  return upTo === null ? entry : { ...entry, upTo: upTo[1] ?? OPENED };
}
