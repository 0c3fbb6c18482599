import type { HandedItem } from '../ledger/foldLedgers.ts';
import { textKey } from '../ledger/itemKey.ts';
import { SECTION_WORDS } from '../ledger/ledgerSections.ts';
import type { SectionHeading } from './packetHeadings.ts';
import { beginning } from './safeText.ts';

/** Begins the line that says how many items are elsewhere. No item begins so: each has its label in front. */
export const MORE = '… ';

/** Longest item in characters; a longer one keeps its beginning. */
const itemLimit = (budget: number): number => Math.floor(budget / 2);

/** The first paragraph of an artifact, behind its name and size. */
const EXTRACT = /^(`[^`]+`) \((?:binary, )?[\d.]+ [A-Za-z]+\): .*$/s;

/**
 * An item as a packet of this budget shows it, without `- `: its label and its text, later lines indented so that they stay in it.
 * One that begins with a pointer into its phase's folder has its label in that.
 *
 * @param bare without the first paragraph of an artifact
 */
export function shownItem(item: HandedItem, budget: number, bare = false): string {
  const { id, section, text } = item;
  // A truncated pointer leads nowhere.
  if (section === 'Artifacts') return whole(item, bare);
  return whole({ ...item, text: beginning(text, itemLimit(budget), `\`cairn ledger --grep ${id}\``) }, bare);
}

function whole(
  { label, section, text }: Pick<HandedItem, 'label' | 'section' | 'text'>,
  bare: boolean,
): string {
  const told = bare && section === 'Artifacts' ? text.replace(EXTRACT, '$1') : text;
  const indented = told.replaceAll('\n', '\n  ');
  return indented.startsWith(`\`${label}/`) ? indented : `[${label}] ${indented}`;
}

/** An item that was cut ends so, whatever its id was then. */
const CUT = / … `cairn ledger --grep [^`]*`$/;

/** Whether a packet of any budget showed this item so. */
export function wasShownAs(item: Pick<HandedItem, 'label' | 'section' | 'text'>, shown: string): boolean {
  const [said, now] = [
    textKey(shown.replace(CUT, '')),
    [false, true].map((bare) => textKey(whole(item, bare))),
  ];
  return CUT.test(shown) ? now.some((text) => text.startsWith(said)) : now.includes(said);
}

/** What a person made of the beginning of an item that a packet cut, with the rest of that item behind it. */
export function withRest(
  written: string,
  shown: string,
  item: Pick<HandedItem, 'label' | 'section' | 'text'>,
): string {
  if (!CUT.test(written) || !CUT.test(shown)) return written;
  const text = whole(item, false);
  let rest = 0;
  // A packet wraps and indents nothing but white space.
  for (let seen = shown.replace(CUT, '').replace(/\s/g, '').length; seen > 0 && rest < text.length; rest += 1)
    if (/\S/.test(text.charAt(rest))) seen -= 1;
  return `${written.replace(CUT, '')}${text.slice(rest).replaceAll('\n  ', '\n')}`;
}

/** Says how many items of a section are elsewhere, and where: the command, and for files the glob that finds them. */
export function moreLine(section: SectionHeading, count: number, session: string): string {
  const files = section === 'Artifacts' ? `, \`.cairn/sessions/${session}/*/**\`` : '';
  return `${MORE}${count} more: \`cairn ledger --section ${SECTION_WORDS[section]}\`${files}`;
}

/** The same for all sections at once. */
export const moreOfAll = (count: number): string => `${MORE}${count} more: \`cairn ledger\``;
