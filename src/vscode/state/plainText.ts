import { shownLine } from '../../model/text/oneLine.ts';

/** An invisible joiner. */
const WORD_JOINER = '\u2060';

/**
 * Keeps links out of text: messages and input boxes turn `[text](command:…)` into a link that runs an editor command on a
 * click. Text from an agent or a repository must not be able to offer one.
 */
export const unlinked = (text: string): string => text.replaceAll('](', `]${WORD_JOINER}(`);

/** Keeps icons out of text: `$(pass)` is drawn as one in lists, input boxes, tooltips and the status bar. */
export const iconless = (text: string): string =>
  // Nothing else, as a person may copy a command with `$(…)` in it.
  text.replaceAll(/\$(?=\([A-Za-z0-9~-]+\))/g, `$${WORD_JOINER}`);

/** Of a question, or of a title that somebody else wrote. */
const LONGEST = 1_000;

/** Any text as one line of bounded length, in its own reading order. */
export const boundedLine = (text: string): string => shownLine(text, LONGEST);

/** The same where icons are drawn, without any. */
export const drawnLine = (text: string): string => iconless(boundedLine(text));
