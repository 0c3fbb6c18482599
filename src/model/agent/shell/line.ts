import type { Result } from '../../../base/result.ts';

/** A command line as it will be read, where the agent's call leaves nothing to guess. */
export interface CommandLine {
  readonly text: string;
  /** Where it is run, as the call says it; null: it does not say. */
  readonly cwd: string | null;
  /** The program that reads it, such as `bash`; null: none, the text is a list of words in a shell's quotes. */
  readonly shell: string | null;
  /** Where that shell looks for programs, and for folders that it is told to go to: `PATH` and `CDPATH`. */
  readonly path: string;
  readonly cdPath: string;
  /** Lines that this agent has run before, if it may have run them in the very same shell; null: nobody knows them all. */
  readonly ran: readonly string[] | null;
}

/** No longer line is read. */
export const LONGEST_LINE = 8_192;

/** A simple command of a line. */
export interface Part {
  /** As its program gets them. The first is the program. */
  readonly words: readonly [string, ...string[]];
  /** Files that it is given as its input. */
  readonly reads: readonly string[];
  /** True if its output goes to a file. */
  readonly writes: boolean;
}

/** Why a line is not allowed by itself. */
export type Refusal =
  | 'too-long'
  /** It holds a character that a shell, a terminal or a person may take for something else. */
  | 'character'
  | 'syntax'
  /** More than simple commands in pipes and lists: an assignment, a loop, a function, a substitution … */
  | 'construct'
  /** A word that the shell would change before its program gets it. */
  | 'word'
  | 'background'
  | 'redirect'
  /** It is read by another shell than Bash or sh. */
  | 'shell'
  /** Nobody knows in which folder it would run, or it is not the one that it would have to be. */
  | 'folder'
  | 'program'
  | 'option'
  /** It names a place outside of the working tree. */
  | 'outside'
  /** Programs are also looked for below the working tree. */
  | 'search-path'
  /** What decides what git runs has changed since the attempt began, or lies in the working tree. */
  | 'git-config'
  /** The parser could not be loaded. */
  | 'parser';

/**
 * What stands for `"$CAIRN_BIN"`, and for the beginning of `"${CAIRN_EFFECT_KEY_PREFIX}…"`: no literal word can be it, as those hold no
 * NUL.
 */
export const OWN_BIN = '\0bin';
export const OWN_KEY = '\0key';

/** Without what a shell passes over. `trim` takes away more, and a shell begins the name of another program with that. */
export function trimmed(text: string): string {
  let [from, to] = [0, text.length];
  while (' \n'.includes(text[from] ?? 'x')) from += 1;
  while (to > from && ' \n'.includes(text[to - 1] ?? 'x')) to -= 1;
  return text.slice(from, to);
}

export const isLiteral = (word: string): boolean => !word.startsWith('\0');

/** A command of a line of before: its words, null where only the shell knows one. */
export type PastCommand = readonly (string | null)[];

/** What understands shells. Neither function throws. */
export interface ShellReader {
  /** A line as Bash reads it, or why it is not to be trusted to be read like that by all. */
  readonly readLine: (text: string) => Result<readonly Part[], Refusal>;
  /** What a line of before may have changed in its shell by itself; null: nobody knows. */
  readonly readPast: (text: string) => readonly PastCommand[] | null;
}
