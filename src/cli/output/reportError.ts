import { CairnError, type ErrorCode } from '../../base/cairnError.ts';
import type { WhichSession } from '../../base/whichSession.ts';
import { toErrorValue } from '../../runner/runEvents.ts';
import { nameToType } from '../../sentences/whichSession.ts';
import { errorSentence } from './errorSentence.ts';
import { exitOfError, type ExitCode } from './exitCodes.ts';
import { howLongAgo } from './howLong.ts';
import type { Naming } from './withNames.ts';
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
  /** What sessions are called in the sentences; the facts have their ids. */
  readonly short?: Naming['short'];
}

/** Code, sentence, what to do next and the facts. Works for anything that was thrown. */
export function errorJson(error: unknown, { now, command, short = (facts) => facts }: Edge): ErrorJson {
  const { code, details } = error instanceof CairnError ? error : toErrorValue(error);
  const { message, hint } = errorSentence(code, withAges(code === WHICH ? details : short(details), now));
  const help = `See what it takes: cairn ${command === null ? '--help' : `${command} --help`}`;
  const next =
    hint ?? (code === 'usage/invalid' ? help : code === WHICH ? whichHint(details, command) : null);
  return { code, message: plain(message), hint: next === null ? null : plain(next), details };
}

/** It says itself what each may be called. */
const WHICH: ErrorCode = 'usage/which-session';

/** A copy of the facts with times as a person reads them; the facts themselves keep their times. */
function withAges<D extends object>(details: D, now: number): D {
  if ('since' in details && typeof details.since === 'string')
    return { ...details, since: howLongAgo(details.since, now) };
  const { candidates } = details as Partial<WhichSession>;
  return candidates === undefined
    ? details
    : {
        ...details,
        candidates: candidates.map((one) => ({ ...one, updated: howLongAgo(one.updated, now) })),
      };
}

/** The same command, with one of them named; `effect` takes another word before it. */
function whichHint(details: object, command: string | null): string | null {
  const { candidates: [first] = [], word = '' } = details as Partial<WhichSession>;
  return first === undefined || command === null || command === 'effect'
    ? null
    : `Name it behind the command, such as: cairn ${command} ${nameToType(first, word)}`;
}

/** Says what went wrong: to a person on standard error, to a program on standard output. */
export function reportError(
  error: unknown,
  terminal: Terminal,
  { json, ...edge }: { readonly json: boolean } & Omit<Edge, 'now'>,
): ExitCode {
  const value = errorJson(error, { now: terminal.now(), ...edge });
  if (json) terminal.out.write(jsonLine({ error: value }));
  const style = createStyle(wantsColours(terminal.env, terminal.err.isTerminal));
  const say = (text: string): void => terminal.err.write(`${wrapText(text, terminal.err.width())}\n`);
  say(`${style.bad('cairn:')} ${value.message}`);
  if (value.hint !== null) say(style.dim(value.hint));
  return exitOfError(value.code);
}
