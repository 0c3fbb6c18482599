/** Resolves an answer: the number of an option, counted from 1, means that option, and so do its words, whatever their case. */
export function chosenOption(text: string, options: readonly string[]): string {
  const said = text.trim();
  if (options.includes(said)) return said;
  const typed = plain(said);
  const sameWords = options.filter((option) => plain(option) === typed);
  if (sameWords.length === 1 && sameWords[0] !== undefined) return sameWords[0];
  const number = /^(\d{1,3})\.?$/.exec(said)?.[1];
  return (number === undefined ? undefined : options[Number(number) - 1]) ?? text;
}

const plain = (text: string): string => text.trim().toLowerCase().replace(/\.$/, '');

const NUMBER = /^\d+\.?$/;

/** True of a number that was meant to choose an option and names none: where an option is a number, another one may be an answer. */
export const namesNoOption = (text: string, options: readonly string[]): boolean =>
  options.length > 0 &&
  NUMBER.test(text.trim()) &&
  chosenOption(text, options) === text &&
  !options.some((option) => NUMBER.test(option.trim()));
