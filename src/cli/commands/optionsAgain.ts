import type { CommandOption, Typed } from './command.ts';

/** The options of a command as they were typed, to be typed again. */
export function optionsAgain(
  options: readonly CommandOption[],
  { options: typed }: Typed,
): readonly string[] {
  return options.flatMap(({ flags }) => {
    const [, long = '', name = ''] = /(--([a-z-]+))/.exec(flags) ?? [];
    const value = typed[name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())];
    if (value === true) return [long];
    return [value ?? []].flat().flatMap((each) => (typeof each === 'string' ? [long, each] : []));
  });
}
