/** Resolves an answer: the number of an option, counted from 1, means that option. */
export function chosenOption(text: string, options: readonly string[]): string {
  const said = text.trim();
  if (options.includes(said)) return said;
  const number = /^(\d{1,3})\.?$/.exec(said)?.[1];
  return (number === undefined ? undefined : options[Number(number) - 1]) ?? text;
}
