/** What an answer means: one that is only the number of an option, as they are listed from 1, is that option. */
export function chosenOption(text: string, options: readonly string[]): string {
  const said = text.trim();
  if (options.includes(said)) return said;
  const number = /^(\d{1,3})\.?$/.exec(said)?.[1];
  return (number === undefined ? undefined : options[Number(number) - 1]) ?? text;
}
