import type { AgentOutcome } from '../model/agent/agentOutcome.ts';
import { failureOfWords } from '../model/agent/failureOfWords.ts';
import { assertNever } from '../base/assertNever.ts';
import type { ProcessEnd } from '../session/ports.ts';
import { completed, crashed, withExitCode } from './outcomes.ts';
import { outcomeOfWords } from './outcomeOfWords.ts';

const FINAL_TEXT_CHARACTERS = 4_000;

/** The program whose output it is. */
export interface Printer {
  /** What we call it in messages. */
  readonly name: string;
  /** What a person types to log in to a known agent; null for a person's own program. */
  readonly login: string | null;
}

/**
 * The agent's outcome for the end of a program that prints text.
 *
 * | process | outcome |
 * |---|---|
 * | exit 0 | completed, its last lines as the final text |
 * | exit 0, last words are a provider's failure | rate-limited, unauthenticated, refused, else crashed: some exit 0 even so |
 * | another exit code, last words are a provider's failure, or a known agent's last words mean one | the same |
 * | another exit code | crashed, with the code and its last line |
 * | a signal | crashed, with the signal: what it printed before is unrelated |
 * | not started | crashed: the reason names the program |
 * | time-out | timed-out |
 * | cancelled | cancelled |
 */
export function outcomeOfProcess(end: ProcessEnd, printer: Printer): AgentOutcome {
  const { name } = printer;
  switch (end.kind) {
    case 'exited':
      return outcomeOfExit(end.exitCode ?? 0, end.tail.trim(), printer);
    case 'signalled':
      return crashed(`${name} was ended by ${end.signal ?? 'a signal'}`);
    case 'not-started':
      return notStarted(name, end);
    case 'timed-out':
      return { kind: 'timed-out', afterMs: end.ms };
    case 'cancelled':
      return { kind: 'cancelled' };
    default:
      return assertNever(end.kind);
  }
}

/** The outcome when a program does not exist or may not be run. */
export function notStarted(program: string, { tail }: Pick<ProcessEnd, 'tail'>): AgentOutcome {
  const reason = because(`${program} could not be started`, tail);
  return { kind: 'crashed', reason, exitCode: null, notStarted: true };
}

function outcomeOfExit(exitCode: number, text: string, { name, login }: Printer): AgentOutcome {
  const failure = lastMessages(text)
    .map(failureOfWords)
    .find((one) => one !== null);
  if (exitCode !== 0) {
    const reason = because(`${name} exited with ${exitCode}`, text);
    // If a known agent says that it failed, its last message is the reason, however it begins.
    const words = failure ?? (login === null ? '' : lastLines(text));
    return withExitCode(outcomeOfWords(words, reason, login), exitCode);
  }
  if (failure !== undefined) {
    const reason = `${name} exited with 0, but said last: ${lineOf(failure)}`;
    return withExitCode(outcomeOfWords(failure, reason, login), exitCode);
  }
  return completed(text.slice(-FINAL_TEXT_CHARACTERS));
}

/** Several lines, as some programs explain in several paragraphs what to do. */
const lastLines = (text: string): string => text.split('\n').slice(-10).join('\n');

const lineOf = (text: string): string => (text.split('\n', 1)[0] ?? '').slice(0, 500);

/** Two guesses at a program's last message: the text after the last empty line, and from the last unindented line. */
function lastMessages(text: string): readonly [string, string] {
  const lines = text.split('\n');
  const blank = lines.findLastIndex((line) => line.trim() === '');
  const margin = lines.findLastIndex((line) => /^\S/.test(line));
  return [lines.slice(blank + 1).join('\n'), lines.slice(Math.max(0, margin)).join('\n')];
}

/** What happened, with the last words of the process. */
export function because(what: string, tail: string): string {
  const lines = tail
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const last = lines.at(-1) ?? '';
  // Most agents run on Node, which prints its version and the stack below the error that ended it.
  const said = NODE.test(last) ? (lines.findLast((line) => THROWN.test(line)) ?? last) : last;
  return said === '' ? what : `${what}: ${said.slice(0, 500)}`;
}

const NODE = /^Node\.js v\d+\./;
const THROWN = /^(?:Uncaught )?\w*Error\b/;
