import { SECTION_HEADINGS, type SectionHeading } from './packetHeadings.ts';
import { plainText } from './safeText.ts';

/** No packet of ours is longer. */
const READ_CHARACTERS = 65_536;

const FOLDER = String.raw`(opened|\d{2,}-[a-z][a-z0-9-]{0,39})`;
const LABEL = new RegExp(String.raw`^\[${FOLDER}\] `);
/** A pointer into a phase's folder stands for its label. */
const POINTER = new RegExp(`^\`${FOLDER}/`);

/** An item as it stands in a packet. */
export interface PacketItem {
  readonly section: SectionHeading;
  /** Without `- `, later lines without their indent. */
  readonly shown: string;
  /** The same without its label. */
  readonly text: string;
  /** The folder of the phase that it is from; null for what has none, such as what a person wrote. */
  readonly label: string | null;
}

/**
 * Reads the items of a packet, section by section. Nothing in an item can imitate a packet's own lines (`## …` and `- …` at line
 * start), so this needs no Markdown parser; anything else is ignored.
 */
export function packetItems(packet: string): readonly PacketItem[] {
  const found: { section: SectionHeading; shown: string }[] = [];
  let section: SectionHeading | null = null;
  let open: { shown: string } | null = null;
  for (const line of plainText(packet.slice(0, READ_CHARACTERS)).split('\n')) {
    if (line.startsWith('## ')) {
      section = SECTION_HEADINGS.find((known) => known === line.slice(3).trim()) ?? null;
      open = null;
    } else if (section !== null && line.startsWith('- ')) {
      const item = { section, shown: line.slice(2) };
      found.push(item);
      open = item;
    } else if (open !== null && line.trim() !== '') open.shown += `\n${line.replace(/^ {2}/, '')}`;
  }
  return found
    .filter(({ shown }) => shown.trim() !== '')
    .map((item) => ({
      ...item,
      text: item.shown.replace(LABEL, ''),
      label: (LABEL.exec(item.shown) ?? POINTER.exec(item.shown))?.[1] ?? null,
    }));
}
