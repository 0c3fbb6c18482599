import { lookUp } from '../../../base/lookUp.ts';
import type { Options } from './options.ts';
import { pathsOf, type Reader, type Reads } from './reader.ts';

/** Options of all that show changes. Not here: `--output`, `--ext-diff`, `--textconv`, `--no-index`, `-O`. */
const CHANGES: Required<Pick<Options, 'flags' | 'joined' | 'values' | 'long' | 'longMaybe' | 'longValues'>> =
  {
    flags: 'abpRsuWwz',
    joined: 'BCMU',
    values: 'GS',
    long: 'cached cc check compact-summary exit-code find-copies-harder full-index function-context histogram ignore-all-space ignore-blank-lines ignore-cr-at-eol ignore-space-at-eol ignore-space-change merge-base minimal name-only name-status no-color no-ext-diff no-patch no-prefix no-renames no-textconv numstat patch patch-with-stat patience pickaxe-all pickaxe-regex quiet raw shortstat staged summary text',
    // A value in the next word would be none: `--unified --output=FILE` writes.
    longMaybe: 'abbrev color color-words find-copies find-renames stat unified word-diff',
    longValues: 'diff-algorithm diff-filter inter-hunk-context',
  };

/** Options of `log` and `show` besides. */
const COMMITS: Options = {
  ...CHANGES,
  flags: `${CHANGES.flags}cEFgiPq`,
  values: `${CHANGES.values}n`,
  number: true,
  long: `${CHANGES.long} abbrev-commit all all-match ancestry-path author-date-order branches date-order decorate first-parent fixed-strings follow full-history graph invert-grep left-right merges no-abbrev-commit no-decorate no-merges no-notes oneline perl-regexp regexp-ignore-case remotes reverse root show-pulls simplify-by-decoration simplify-merges tags topo-order walk-reflogs`,
  longMaybe: `${CHANGES.longMaybe} decorate format max-parents min-parents pretty`,
  longValues: `${CHANGES.longValues} after author before committer date encoding grep max-count since skip until`,
};

const SUBCOMMANDS: Readonly<Record<string, Reader>> = {
  status: {
    operands: 'paths',
    flags: 'bsz',
    joined: 'u',
    long: 'ahead-behind branch long no-ahead-behind no-renames short show-stash',
    longMaybe: 'column find-renames ignored porcelain untracked-files',
  },
  diff: { operands: 'paths', ...CHANGES },
  log: { operands: 'paths', ...COMMITS },
  show: { operands: 'paths', ...COMMITS },
  'ls-files': {
    operands: 'paths',
    flags: 'cdkmostuz',
    long: 'cached deleted error-unmatch exclude-standard full-name killed modified others stage unmerged',
  },
  'rev-parse': {
    operands: 'paths',
    flags: 'q',
    long: 'git-common-dir git-dir is-inside-work-tree quiet show-cdup show-prefix show-toplevel symbolic-full-name verify',
    longMaybe: 'abbrev-ref short',
  },
  // With `--contents` and `-S` it reads files that are given to it.
  blame: {
    operands: 'paths',
    flags: 'bceflnpstw',
    joined: 'CM',
    values: 'L',
    long: 'line-porcelain porcelain root show-email show-name show-number',
    longValues: 'date',
  },
  // With `-O` it starts a pager, with `-f` and `--no-index` it reads elsewhere.
  grep: {
    operands: 'pattern',
    patternBy: ['-e'],
    flags: 'acEFGhHIiLlnopPqvWwz',
    values: 'ABCem',
    number: true,
    long: 'all-match break cached column count exclude-standard extended-regexp files-with-matches files-without-match fixed-strings full-name function-context heading ignore-case invert-match line-number name-only no-color only-matching perl-regexp quiet show-function text untracked word-regexp',
    longMaybe: 'color',
    longValues: 'after-context before-context context max-count max-depth',
  },
  branch: { operands: 'none', flags: 'arv', long: 'all list no-color remotes show-current verbose' },
};

/** Before the subcommand: what only keeps the pager away. */
const FIRST: ReadonlySet<string> = new Set(['--no-pager', '-P', '--no-optional-locks']);

export const isGit = (word: string): boolean => /^(?:.*\/)?git$/s.test(word);

/** The words of a call of git from its subcommand on. */
const fromSubcommand = (words: readonly string[]): readonly string[] => {
  const at = words.findIndex((word) => !FIRST.has(word));
  return at === -1 ? [] : words.slice(at);
};

export const hasSubcommand = (words: readonly string[]): boolean => fromSubcommand(words).length > 0;

/** True if calls of this subcommand may be such that only read. */
export const isReadingGit = (words: readonly string[]): boolean =>
  lookUp(SUBCOMMANDS, fromSubcommand(words)[0] ?? '') !== undefined;

/** True if git is told before its subcommand where to be, or what to run. */
export const hasGitOptions = (words: readonly string[]): boolean =>
  fromSubcommand(words)[0]?.startsWith('-') === true;

/** A placeholder that has gpg check a signature. */
const SIGNATURE = /%[^a-zA-Z%]*G/;

/** What a call of git reads; null if it is not known to do nothing else. Revisions are paths, too: where one leads out, git compares files. */
export function readGit(all: readonly string[]): Reads | null {
  const [name = '', ...rest] = fromSubcommand(all);
  const subcommand = lookUp(SUBCOMMANDS, name);
  if (subcommand === undefined) return null;
  if (rest.some((word) => SIGNATURE.test(word))) return null;
  const paths = pathsOf(rest, subcommand);
  return paths === null ? null : { paths, git: true };
}
