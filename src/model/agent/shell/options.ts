/** The options of a program that are known to leave it one that only reads. Any other refuses the line. */
export interface Options {
  /** Letters without a value: they may stand together. */
  readonly flags?: string;
  /** Letters with a value, joined or in the next word. */
  readonly values?: string;
  /** Letters whose value, if there is one, is joined. */
  readonly joined?: string;
  /** `-20` is a number of lines. */
  readonly number?: true;
  /** Long names without a value. */
  readonly long?: string;
  /** Long names with a value, behind `=` or in the next word. */
  readonly longValues?: string;
  /** Long names whose value, if there is one, stands behind `=`. */
  readonly longMaybe?: string;
}

/** The words of a program, taken apart. */
export interface Taken {
  /** All that is no option, nor the value of one, but what stands behind `--`. */
  readonly operands: readonly string[];
  /** What stands behind `--`; null: there is none. */
  readonly rest: readonly string[] | null;
  readonly values: readonly string[];
  /** Options, and values in a word of their own, behind an operand: programs that take options first take these for operands. */
  readonly late: readonly string[];
  readonly names: ReadonlySet<string>;
}

/** Null if an option is not among those that are known. Names are never completed: git and getopt take `--outp` for `--output`. */
export function takeOptions(words: readonly string[], known: Options): Taken | null {
  const operands: string[] = [];
  const values: string[] = [];
  const late: string[] = [];
  const names = new Set<string>();
  const taken = { operands, values, late, names };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '--') return { ...taken, rest: words.slice(at + 1) };
    const option = optionIn(word, known);
    if (option === null) return null;
    if (option === 'operand') {
      operands.push(word);
      continue;
    }
    const next = option.takesNext ? nextValue(words[at + 1]) : [];
    if (next === null) return null;
    at += next.length;
    for (const name of option.names) names.add(name);
    values.push(...(option.value === null ? next : [option.value]));
    if (operands.length > 0) late.push(word, ...next);
  }
  return { ...taken, rest: null };
}

/** Null for one that looks like an option: another version of the program may take it for that. */
const nextValue = (word: string | undefined): readonly [string] | null =>
  word === undefined || (word.startsWith('-') && !/^-\d*$/.test(word)) ? null : [word];

interface Option {
  readonly names: readonly string[];
  readonly value: string | null;
  readonly takesNext: boolean;
}

function optionIn(word: string, known: Options): Option | 'operand' | null {
  if (word === '-' || !word.startsWith('-')) return 'operand';
  if (word.startsWith('--')) return longOption(word, known);
  const isNumber = known.number === true && /^-\d+$/.test(word);
  return isNumber ? { names: [], value: null, takesNext: false } : shortOptions(word, known);
}

function longOption(word: string, { long, longValues, longMaybe }: Options): Option | null {
  const at = word.indexOf('=');
  const name = at === -1 ? word : word.slice(0, at);
  const value = at === -1 ? null : word.slice(at + 1);
  if (name.length < 3) return null;
  const has = (names = ''): boolean => names.split(' ').includes(name.slice(2));
  if (has(longValues)) return { names: [name], value, takesNext: value === null };
  return has(longMaybe) || (has(long) && value === null) ? { names: [name], value, takesNext: false } : null;
}

function shortOptions(word: string, { flags, values, joined }: Options): Option | null {
  const names: string[] = [];
  for (let at = 1; at < word.length; at += 1) {
    const letter = word[at] ?? '';
    names.push(`-${letter}`);
    if (flags?.includes(letter) === true) continue;
    const mayTake = joined?.includes(letter) === true;
    if (!mayTake && values?.includes(letter) !== true) return null;
    const rest = word.slice(at + 1);
    return { names, value: rest === '' ? null : rest, takesNext: !mayTake && rest === '' };
  }
  return { names, value: null, takesNext: false };
}
