/** An invisible joiner. */
const WORD_JOINER = '\u2060';

/**
 * Text that a window shows as it is: messages and input boxes make a link of `[text](command:…)`, which runs a command of
 * the editor at a click. What an agent or a repository says must not be able to offer one.
 */
export const unlinked = (text: string): string => text.replaceAll('](', `]${WORD_JOINER}(`);
