import type { AgentOutcome } from '../model/agentOutcome.ts';
import { assertNever } from '../base/assertNever.ts';
import type { ProcessEnd } from '../session/ports.ts';

const FINAL_TEXT_CHARACTERS = 4_000;

/**
 * How a command's end is an agent's outcome.
 *
 * | process | outcome |
 * |---|---|
 * | exit 0 | completed, its last lines as the final text |
 * | another exit code, a signal | crashed, with code or signal and its last line |
 * | not started | crashed: the reason names the program |
 * | time-out | timed-out |
 * | cancelled | cancelled |
 */
export function outcomeOfProcess(end: ProcessEnd, program: string): AgentOutcome {
  switch (end.kind) {
    case 'exited':
      return end.exitCode === 0
        ? completed(end.tail)
        : {
            kind: 'crashed',
            reason: because(`${program} exited with ${end.exitCode}`, end.tail),
            exitCode: end.exitCode,
          };
    case 'signalled':
      return {
        kind: 'crashed',
        reason: because(`${program} was ended by ${end.signal ?? 'a signal'}`, end.tail),
        exitCode: null,
      };
    case 'not-started':
      return notStarted(program, end);
    case 'timed-out':
      return { kind: 'timed-out', afterMs: end.ms };
    case 'cancelled':
      return { kind: 'cancelled' };
    default:
      return assertNever(end.kind);
  }
}

/** It is not there, or may not run. */
export function notStarted(program: string, { tail }: Pick<ProcessEnd, 'tail'>): AgentOutcome {
  const reason = because(`${program} could not be started`, tail);
  return { kind: 'crashed', reason, exitCode: null, notStarted: true };
}

function completed(tail: string): AgentOutcome {
  const text = tail.trim();
  return text === ''
    ? { kind: 'completed' }
    : { kind: 'completed', finalText: text.slice(-FINAL_TEXT_CHARACTERS) };
}

/** What happened, with the last that the process said. */
export function because(what: string, tail: string): string {
  const last = tail
    .split('\n')
    .findLast((line) => line.trim() !== '')
    ?.trim();
  return last === undefined ? what : `${what}: ${last.slice(0, 500)}`;
}
