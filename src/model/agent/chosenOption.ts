/** Resolves an answer: the number of an option, counted from 1, means that option. */
export function chosenOption(text: string, options: readonly string[]): string {
  const said = text.trim();
  if (options.includes(said)) return said;
  const number = /^(\d{1,3})\.?$/.exec(said)?.[1];
  return (number === undefined ? undefined : options[Number(number) - 1]) ?? text;
}

const NUMBER = /^\d+\.?$/;

/** True of a number that was meant to choose an option and names none: where an option is a number, another one may be an answer. */
export const namesNoOption = (text: string, options: readonly string[]): boolean =>
  options.length > 0 &&
  NUMBER.test(text.trim()) &&
  chosenOption(text, options) === text &&
  !options.some((option) => NUMBER.test(option.trim()));
