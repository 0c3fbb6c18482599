import { CairnError } from '../base/cairnError.ts';
import { toErrorValue } from '../runner/runEvents.ts';
import { errorSentence } from '../session/errorSentences.ts';
import { exitOfError, type ExitCode } from './exitCodes.ts';
import { plain } from './plainText.ts';
import { createStyle, wantsColours } from './style.ts';
import type { Terminal } from './terminal.ts';

/** An error as `--json` prints it. */
export interface ErrorJson {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  readonly details: unknown;
}

/** Code, sentence, what to do next and the facts. Whatever was thrown has one. */
export function errorJson(error: unknown): ErrorJson {
  const { code, details } = error instanceof CairnError ? error : toErrorValue(error);
  const { message, hint } = errorSentence(code, details);
  return { code, message: plain(message), hint: hint === null ? null : plain(hint), details };
}

/** Says what went wrong: to a person on standard error, to a program on standard output. */
export function reportError(error: unknown, terminal: Terminal, json: boolean): ExitCode {
  const value = errorJson(error);
  if (json) terminal.out.write(`${JSON.stringify({ error: value })}\n`);
  const style = createStyle(wantsColours(terminal.env, terminal.err.isTerminal));
  terminal.err.write(`${style.bad('cairn:')} ${value.message}\n`);
  if (value.hint !== null) terminal.err.write(`${style.dim(value.hint)}\n`);
  return exitOfError(error instanceof CairnError ? error.code : 'internal/unexpected');
}
