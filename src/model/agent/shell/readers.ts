import { lookUp } from '../../../base/lookUp.ts';
import { findPaths } from './find.ts';
import { isReadingGit, readGit } from './git.ts';
import { pathsOf, type Reader, type Reads } from './reader.ts';

const ONE_END: Reader = {
  operands: 'paths',
  flags: 'qvz',
  values: 'nc',
  number: true,
  long: 'quiet verbose',
  longValues: 'lines bytes',
};

/**
 * Programs with the options with which they read and do nothing else. Not here: what follows links or runs programs by an
 * option that is usual (`diff` of folders, `tree`, `less`), what runs its words (`xargs`, `env`) or a language (`awk`, `jq`).
 */
const READERS: Readonly<Record<string, Reader>> = {
  cat: { operands: 'paths', flags: 'AbeEnstTuv', long: 'number number-nonblank squeeze-blank show-all' },
  // With `L` or `H` links are followed.
  ls: {
    operands: 'paths',
    flags: '1AaBCcdFfGghiklmNnopQqRrSstUuvXx',
    long: 'all almost-all directory full-time group-directories-first human-readable inode no-group recursive reverse size',
    longMaybe: 'color classify',
    longValues: 'sort time format',
  },
  head: ONE_END,
  // With `f` it never ends.
  tail: ONE_END,
  wc: { operands: 'paths', flags: 'clLmw', long: 'bytes chars lines words max-line-length' },
  // With `R` links are followed, `f` reads patterns from a file.
  grep: {
    operands: 'pattern',
    patternBy: ['-e', '--regexp'],
    flags: 'aEFGHhIiLlnoPqrsTUVvwxZz',
    values: 'ABCem',
    number: true,
    long: 'byte-offset count extended-regexp files-with-matches files-without-match fixed-strings ignore-case initial-tab invert-match line-number line-regexp no-filename no-ignore-case no-messages null only-matching perl-regexp quiet recursive silent text with-filename word-regexp basic-regexp',
    // With BSD `context` takes no value from the next word.
    longMaybe: 'color colour context',
    longValues: 'after-context before-context exclude exclude-dir include max-count regexp label',
  },
  // With `L` links are followed, `z` and `--pre` run programs, `f` reads patterns from a file.
  rg: {
    operands: 'pattern',
    patternBy: ['-e', '--regexp', '--files', '--type-list'],
    flags: '.0abcFHhIilNnopPqSsUuvVwx',
    values: 'ABCdEegjMmrtT',
    long: 'case-sensitive column count count-matches crlf files files-with-matches files-without-match fixed-strings glob-case-insensitive heading hidden ignore-case invert-match json line-number line-regexp max-columns-preview multiline multiline-dotall no-config no-filename no-heading no-ignore no-ignore-vcs no-line-number no-messages null only-matching passthru pcre2 quiet smart-case stats text trim type-list unrestricted version vimgrep with-filename word-regexp',
    longValues:
      'after-context before-context color colors context context-separator encoding glob iglob max-columns max-count max-depth max-filesize regexp replace sort sortr threads type type-not',
  },
  // `o` writes, `S`, `T` and the names of programs are not needed.
  sort: {
    operands: 'paths',
    flags: 'bCcdfghiMmnrsuVz',
    values: 'kt',
    long: 'check dictionary-order general-numeric-sort human-numeric-sort ignore-case ignore-leading-blanks merge month-sort numeric-sort reverse stable unique version-sort zero-terminated',
    longValues: 'field-separator key',
  },
  uniq: {
    operands: 'one',
    flags: 'cdiuz',
    values: 'fsw',
    long: 'count ignore-case repeated unique zero-terminated',
    longValues: 'check-chars skip-chars skip-fields',
  },
  cut: {
    operands: 'paths',
    flags: 'nsz',
    values: 'bcdf',
    long: 'complement only-delimited zero-terminated',
    longValues: 'bytes characters delimiter fields output-delimiter',
  },
  tr: { operands: 'words', flags: 'cCdst', long: 'complement delete squeeze-repeats truncate-set1' },
  stat: { operands: 'paths', flags: 'fLtx', values: 'c', long: 'terse', longValues: 'format printf' },
  file: { operands: 'paths', flags: 'bhik', long: 'brief keep-going mime mime-encoding mime-type' },
  pwd: { operands: 'none', flags: 'LP' },
  basename: { operands: 'words', flags: 'az', values: 's', long: 'multiple zero', longValues: 'suffix' },
  dirname: { operands: 'words', flags: 'z', long: 'zero' },
};

/** True for a program, and of git a subcommand, of which some calls only read. */
export const isReading = ([program, ...words]: readonly [string, ...string[]]): boolean =>
  READING.includes(program) && (program !== 'git' || isReadingGit(words));

/** Programs of which some calls are known to read and do nothing else. */
export const READING: readonly string[] = [
  'echo',
  'true',
  'false',
  'git',
  'find',
  'sed',
  'test',
  ...Object.keys(READERS),
];

/** What a call reads; null if it is not known to do nothing else. */
export function readsOnly([program, ...words]: readonly [string, ...string[]]): Reads | null {
  switch (program) {
    // They take all words as words.
    case 'echo':
    case 'true':
    case 'false':
      return { paths: [], git: false };
    case 'git':
      return readGit(words);
    case 'find':
      return pathsAlone(findPaths(words));
    case 'sed':
      return pathsAlone(rangeOf(words));
    case 'test':
      return pathsAlone(testedPath(words));
    default: {
      const reader = lookUp(READERS, program);
      return reader === undefined ? null : pathsAlone(pathsOf(words, reader));
    }
  }
}

const pathsAlone = (paths: readonly string[] | null): Reads | null =>
  paths === null ? null : { paths, git: false };

/** `sed -n 5,20p FILE …`, which prints lines. Any other script may write files and run programs. */
const rangeOf = ([option, script = '', ...paths]: readonly string[]): readonly string[] | null =>
  option === '-n' && /^\d+(?:,(?:\d+|\$))?p$/.test(script) && !paths.some((path) => path.startsWith('-'))
    ? paths
    : null;

/** `test -f FILE`. Other operators evaluate what they are given (`-v 'a[$(…)]'`). */
const testedPath = ([operator = '', path, ...more]: readonly string[]): readonly string[] | null =>
  /^-[defhLrswx]$/.test(operator) && path !== undefined && more.length === 0 ? [path] : null;
