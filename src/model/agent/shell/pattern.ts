import { err, ok, type Result } from '../../../base/result.ts';
import { isGit } from './git.ts';
import { isLiteral } from './line.ts';
import { isStraight, seenFrom } from './places.ts';
import { kindOf, runsAnything, runsInput, startedAt } from './starters.ts';
import { isReading, readsOnly } from './readers.ts';

/** Command lines that a person allows: these words, and with `more` any that follow. */
export interface Pattern {
  readonly words: readonly [string, ...string[]];
  /** It ends with `*`. */
  readonly more: boolean;
}

/** What the shell itself does with its words, or would make of the first word. */
const OF_THE_SHELL: ReadonlySet<string> = new Set(
  '. : alias bg builtin case cd chdir command coproc declare do done elif else enable esac eval exec exit export fc fg fi for function getopts hash history if in let local mapfile popd printf pushd read readarray readonly return select set shift shopt source then time trap typeset ulimit umask unalias unset until wait while'.split(
    ' ',
  ),
);
const WORD = /^[A-Za-z0-9_@%+:,./=~^-]+$/;

/** Reads a pattern: words as a program gets them, the last of which may be `*`. */
export function readPattern(text: string): Result<Pattern, string> {
  const all = text.trim().split(/ +/);
  const more = all.at(-1) === '*';
  const words = more ? all.slice(0, -1) : all;
  const [program, ...rest] = words;
  if (program === undefined) return err('allows every command: write `else: allow` for that');
  if (program === '') return err('must not be empty');
  const odd = words.find((word) => !WORD.test(word));
  if (odd !== undefined)
    return err(
      odd.includes('*')
        ? 'may have a `*` as its last word only'
        : `must be plain words, and ${JSON.stringify(odd)} means something to a shell: allow the parts of such a line one by one`,
    );
  if (program.includes('='))
    return err('must begin with a program: an assignment is not allowed by a pattern');
  const why = whyTooMuch([program, ...rest], more);
  return why === null ? ok({ words: [program, ...rest], more }) : err(why);
}

/** A lint, and no more than that: what is named here as too much are the wrappers and interpreters that we know. */
function whyTooMuch(words: Pattern['words'], more: boolean): string | null {
  const [program] = words;
  const name = program.split('/').at(-1) ?? program;
  if (OF_THE_SHELL.has(name)) return `must begin with a program: "${name}" is done by the shell itself`;
  if (isGit(program) && runsAnything(words))
    return 'allows anything, as "git" does what its words say: name its subcommand right behind it';
  if (more && runsAnything(words))
    return `allows anything, as "${name}" does what its words say: name some of them before the \`*\``;
  return runsInput(words)
    ? `allows anything, as "${name}" without more words does what its input says`
    : null;
}

/**
 * Whether a pattern covers a command, and the paths that have to be in the working tree for that; null: it does not. A `*` stands for any
 * number of literal words, but with a program that reads for none that may make it do more, or read elsewhere: `git diff *` is not
 * `git diff --output=FILE`.
 */
export function coveredBy(
  words: readonly [string, ...string[]],
  pattern: Pattern,
  root: string,
): readonly string[] | null {
  const { length } = pattern.words;
  if (!words.every(isLiteral) || !pattern.words.every((word, at) => word === words[at])) return null;
  if (words.length === length) return [];
  return pattern.more ? pathsAdded(words, pattern.words, root) : null;
}

function pathsAdded(
  words: readonly string[],
  own: readonly string[],
  root: string,
): readonly string[] | null {
  const [program, ...rest] = own.slice(wrappersOf(own));
  if (program === undefined) return [];
  const said = [kindOf(program), ...rest] as const;
  if (!isReading(said)) return [];
  const added = words.slice(own.length);
  // An option at its end may take the first of the words that follow.
  const reads = readsOnly(said) ?? readsOnly([...said, '1']);
  const read = reads === null ? wordsAlone(added) : (readsOnly([...said, ...added])?.paths ?? null);
  const named = reads?.paths ?? rest;
  return read !== null && named.some((path) => isElsewhere(path, root)) ? [] : read;
}

/** The pattern itself has an option that is not known: no other one may follow. */
const wordsAlone = (added: readonly string[]): readonly string[] | null =>
  added.some((word) => word.startsWith('-')) ? null : added;

const isElsewhere = (path: string, root: string): boolean =>
  !isStraight(path) || seenFrom('', path, root).startsWith('/');

/** How many words only start the others. */
function wrappersOf(words: readonly string[]): number {
  const from = startedAt(words);
  return from === null ? 0 : from + wrappersOf(words.slice(from));
}
