import type { HandedItem } from '../ledger/foldLedgers.ts';
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
export function shownItem({ id, label, section, text }: HandedItem, budget: number, bare = false): string {
  const told = bare && section === 'Artifacts' ? text.replace(EXTRACT, '$1') : text;
  // A truncated pointer leads nowhere.
  const cut =
    section === 'Artifacts' ? told : beginning(told, itemLimit(budget), `\`cairn ledger --grep ${id}\``);
  const whole = cut.replaceAll('\n', '\n  ');
  return whole.startsWith(`\`${label}/`) ? whole : `[${label}] ${whole}`;
}

/** Says how many items of a section are elsewhere, and where: the command, and for files the glob that finds them. */
export function moreLine(section: SectionHeading, count: number, session: string): string {
  const files = section === 'Artifacts' ? `, \`.cairn/sessions/${session}/*/*\`` : '';
  return `${MORE}${count} more: \`cairn ledger --section ${SECTION_WORDS[section]}\`${files}`;
}

/** The same for all sections at once. */
export const moreOfAll = (count: number): string => `${MORE}${count} more: \`cairn ledger\``;
