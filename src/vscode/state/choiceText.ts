import { shownLine } from '../../model/text/oneLine.ts';

/** The label of an entry in a list of which one is in use: an empty icon keeps the names below each other. */
export const markedLabel = (used: boolean, label: string): string =>
  `$(${used ? 'check' : 'blank'}) ${label}`;

/** What others say of themselves, for an entry of a list: one line of at most `max` UTF-16 units, none of it an icon. */
export const iconless = (text: string, max: number): string => shownLine(text, max).replaceAll('$(', '$ (');
