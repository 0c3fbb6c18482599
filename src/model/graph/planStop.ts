import type { Phase } from '../workflow/workflow.ts';
import { testsOf, type Condition } from './condition.ts';
import { decideCondition, foundAt, type FoundAt } from './decideCondition.ts';
import type { Skipped } from './planNext.ts';
import type { FileValue } from './readFileValue.ts';

/** Whether a session goes on once a phase is closed. */
export type StopPlan =
  | { readonly do: 'go-on' }
  /** The rest is skipped, because of that. */
  | { readonly do: 'stop'; readonly because: Skipped }
  /** Nobody can tell but a person. */
  | { readonly do: 'ask'; readonly file: string; readonly why: string };

/**
 * Decides whether the session stops with a phase.
 *
 * @param valueOf what the file of a test holds in the tree that closes the phase
 * @param said what a person answered where it cannot be read; undefined if nobody was asked
 */
export function planStop(
  { id, stop }: Pick<Phase, 'id' | 'stop'>,
  valueOf: (file: string) => FileValue,
  said: boolean | undefined,
): StopPlan {
  if (stop === null) return GO_ON;
  const decision = decideCondition(stop, valueOf);
  switch (decision.is) {
    case 'unmet':
      return GO_ON;
    case 'met':
      return { do: 'stop', because: { ...metIn(stop, valueOf), stop: id } };
    case 'unreadable': {
      const { file, why } = decision;
      if (said === undefined) return { do: 'ask', file, why };
      return said ? { do: 'stop', because: { file, at: '', stop: id, byPerson: true } } : GO_ON;
    }
  }
}

const GO_ON: StopPlan = { do: 'go-on' };

/** What the first test that is met found, of a condition that is. */
function metIn(condition: Condition, valueOf: (file: string) => FileValue): FoundAt {
  const tests = testsOf(condition);
  const met = tests.find((test) => decideCondition(test, valueOf).is === 'met') ?? tests[0];
  return met === undefined ? { file: '', at: '' } : foundAt(met, valueOf(met.file));
}
