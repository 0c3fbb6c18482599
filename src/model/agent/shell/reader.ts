import { takeOptions, type Options } from './options.ts';

/** A call of a program that only reads: the paths that it may read, and whether it is git, which runs what its config says. */
export interface Reads {
  readonly paths: readonly string[];
  readonly git: boolean;
}

/** A program that only reads, as long as it has these options alone. */
export interface Reader extends Options {
  /** What stands without an option: paths; a pattern, then paths; at most one path, as a second is written to; words; nothing. */
  readonly operands: 'paths' | 'pattern' | 'one' | 'words' | 'none';
  /** Options that make all operands of a `pattern` paths. */
  readonly patternBy?: readonly string[];
}

/** The paths that a call with these words reads; null if one of its options is not known. */
export function pathsOf(words: readonly string[], reader: Reader): readonly string[] | null {
  const taken = takeOptions(words, reader);
  if (taken === null) return null;
  const operands = [...taken.operands, ...(taken.rest ?? [])];
  switch (reader.operands) {
    case 'paths':
      return files([...operands, ...taken.late]);
    case 'pattern': {
      const isGiven = reader.patternBy?.some((name) => taken.names.has(name)) === true;
      return files([...operands.slice(isGiven ? 0 : 1), ...taken.late]);
    }
    case 'one':
      return operands.length + taken.late.length > 1 ? null : files(operands);
    case 'words':
      return [];
    case 'none':
      return operands.length > 0 ? null : [];
  }
}

/** `-` is standard input. */
const files = (paths: readonly string[]): readonly string[] => paths.filter((path) => path !== '-');
