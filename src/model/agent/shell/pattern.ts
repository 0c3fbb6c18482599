import { err, ok, type Result } from '../../../base/result.ts';
import { isLiteral } from './line.ts';
import { readsOnly } from './readers.ts';

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
/** What starts the words that follow, behind options, numbers and assignments. */
const STARTERS: ReadonlySet<string> = new Set(
  'bash dash doas env fish ionice ksh nice nohup npx pnpx bunx parallel pwsh setsid sh stdbuf strace sudo taskset timeout watch xargs zsh'.split(
    ' ',
  ),
);
/** What does whatever its words say. */
const ANYTHING: ReadonlySet<string> = new Set(
  'bun deno docker git lua node npm perl php pnpm podman python python3 ruby tsx yarn'.split(' '),
);
/** What does whatever its input says, if its words name nothing to do. */
const BY_INPUT: ReadonlySet<string> = new Set(
  'bash bun dash deno fish ksh node parallel perl php pwsh python python3 ruby sh tsx xargs zsh'.split(' '),
);
/** What may run or write whatever words without an option say: a script, an expression. */
const SCRIPTED: ReadonlySet<string> = new Set('awk gawk mawk sed test'.split(' '));
const CODE: ReadonlySet<string> = new Set('-c -e -E -m -p -pe -r --eval --print'.split(' '));

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
  const name = nameOf(program);
  if (OF_THE_SHELL.has(name)) return err(`must begin with a program: "${name}" is done by the shell itself`);
  if (more && isAnything(name, rest))
    return err(`allows anything, as "${name}" does what its words say: name some of them before the \`*\``);
  if (BY_INPUT.has(name) && rest.every((word) => word === '-'))
    return err(`allows anything, as "${name}" without more words does what its input says`);
  return ok({ words: [program, ...rest], more });
}

const nameOf = (program: string): string => program.split('/').at(-1) ?? program;

function isAnything(program: string, rest: readonly string[]): boolean {
  if (SCRIPTED.has(program)) return rest.every((word) => word.startsWith('-'));
  if (STARTERS.has(program)) return rest.every((word) => /^[-+\d]|=/.test(word));
  if (!ANYTHING.has(program)) return false;
  const last = rest.at(-1);
  return last === undefined || CODE.has(last);
}

/**
 * Whether a pattern covers a command. A `*` stands for any number of literal words, but not for an option of a reading program that
 * may make it do more: `git diff *` is not `git diff --output=FILE`.
 */
export function isCovered(words: readonly [string, ...string[]], pattern: Pattern): boolean {
  const { length } = pattern.words;
  if (!words.every(isLiteral) || !pattern.words.every((word, at) => word === words[at])) return false;
  if (words.length === length) return true;
  return pattern.more && (readsOnly(pattern.words) === null || readsOnly(words) !== null);
}
