import { CairnError, type ErrorCode } from '../../base/cairnError.ts';
import { toErrorValue } from '../../runner/runEvents.ts';
import { errorSentence } from './errorSentence.ts';
import { exitOfError, type ExitCode } from './exitCodes.ts';
import { howLongAgo } from './howLong.ts';
import { wrapText } from './wrapText.ts';
import { jsonLine, plain } from '../terminal/plainText.ts';
import { createStyle, wantsColours } from '../terminal/style.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** An error as `--json` prints it. */
export interface ErrorJson {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string | null;
  readonly details: unknown;
}

/** What only the command line knows about an error. */
export interface Edge {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The command that was typed; null when the words named none. */
  readonly command: string | null;
}

/** Code, sentence, what to do next and the facts. Works for anything that was thrown. */
export function errorJson(error: unknown, { now, command }: Edge): ErrorJson {
  const { code, details } = error instanceof CairnError ? error : toErrorValue(error);
  const { message, hint } = errorSentence(code, withAges(details, now));
  const help = `See what it takes: cairn ${command === null ? '--help' : `${command} --help`}`;
  const next = hint ?? (code === 'usage/invalid' ? help : null);
  return { code, message: plain(message), hint: next === null ? null : plain(next), details };
}

/** A copy of the facts with times as a person reads them; the facts themselves keep their times. */
function withAges<D extends object>(details: D, now: number): D {
  return 'since' in details && typeof details.since === 'string'
    ? { ...details, since: howLongAgo(details.since, now) }
    : details;
}

/** Says what went wrong: to a person on standard error, to a program on standard output. */
export function reportError(
  error: unknown,
  terminal: Terminal,
  { json, command }: { readonly json: boolean; readonly command: string | null },
): ExitCode {
  const value = errorJson(error, { now: terminal.now(), command });
  if (json) terminal.out.write(jsonLine({ error: value }));
  const style = createStyle(wantsColours(terminal.env, terminal.err.isTerminal));
  const say = (text: string): void => terminal.err.write(`${wrapText(text, terminal.err.width())}\n`);
  say(`${style.bad('cairn:')} ${value.message}`);
  if (value.hint !== null) say(style.dim(value.hint));
  return exitOfError(value.code);
}
