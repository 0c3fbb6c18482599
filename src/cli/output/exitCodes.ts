import { assertNever } from '../../base/assertNever.ts';
import type { ErrorCode } from '../../base/cairnError.ts';
import type { Outcome } from '../../session/results.ts';

/** Exit codes of the command line. */
export const EXIT = {
  done: 0,
  unexpected: 1,
  usage: 2,
  waiting: 3,
  blocked: 4,
  stopped: 5,
  leaseHeld: 6,
  data: 7,
  machine: 8,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The exit code of a run, however it ended. */
export function exitOfOutcome({ reason }: Pick<Outcome, 'reason'>): ExitCode {
  switch (reason) {
    case 'completed':
    case 'paused':
      return EXIT.done;
    case 'waiting':
      return EXIT.waiting;
    case 'blocked':
      return EXIT.blocked;
    case 'cancelled':
    case 'interrupted':
      return EXIT.stopped;
    case 'lease-held':
      return EXIT.leaseHeld;
    default:
      return assertNever(reason);
  }
}

type Prefix = ErrorCode extends `${infer P}/${string}` ? P : never;

const BY_PREFIX: { readonly [P in Prefix]: ExitCode } = {
  usage: EXIT.usage,
  workflow: EXIT.usage,
  lease: EXIT.leaseHeld,
  data: EXIT.data,
  repo: EXIT.machine,
  git: EXIT.machine,
  machine: EXIT.machine,
  internal: EXIT.unexpected,
};

/** Questions to a person, not errors: nothing is wrong, and the same command goes on once it has an answer. */
const QUESTIONS: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['repo/plan-changed', 'repo/head-moved']);

/** The exit code of an error: its prefix decides, except for the two that ask a person something. */
export function exitOfError(code: ErrorCode): ExitCode {
  return QUESTIONS.has(code) ? EXIT.waiting : BY_PREFIX[code.split('/')[0] as Prefix];
}
