import { COMPLETED } from '../attempt/attemptEnd.ts';
import type { PhaseId } from '../names/ids.ts';
import type { ResumeFacts } from './resumeFacts.ts';

/** The first step of a run. `proceed` then runs the phases that are left, and so do the others where the session is not held up. */
export type RunStep =
  | { readonly do: 'ask-where' }
  | { readonly do: 'wait-again'; readonly phase: PhaseId }
  | { readonly do: 'block'; readonly phase: PhaseId; readonly attempt: number; readonly cutOffs: number }
  | {
      readonly do: 'try-gate';
      readonly phase: PhaseId;
      readonly attempt: number;
      /** If the gate fails: publish nothing, or close the open attempt as usual, with these retries left. */
      readonly otherwise: 'new-attempt' | 'wait' | Retry;
    }
  | { readonly do: 'proceed'; readonly first: 'retry'; readonly retriesSpent: number }
  /** `go-on` keeps the leftovers, and lets the agent continue its own session. */
  | {
      readonly do: 'proceed';
      readonly first: 'nothing' | 'edit' | 'rescue-leftovers' | 'keep-leftovers' | 'go-on';
    };

interface Retry {
  readonly retriesLeft: number;
  /** Counted in the run that follows. */
  readonly retriesSpent: number;
  /** The person asked to go on: another attempt follows, however this one ended. */
  readonly asked: boolean;
}

const MOST_CUT_OFFS = 5;
/** A judgement made now, or right before the last run ended, counts like any other. */
const RETRIES_SPENT = 1;

/** The facts of one attempt. */
export type AttemptFacts = Pick<
  ResumeFacts,
  'held' | 'open' | 'retrying' | 'answered' | 'approvalVoid' | 'treeDiffers' | 'isolation' | 'isNewPlace'
> & { readonly said: Pick<ResumeFacts['said'], 'leftovers'> };

/** How what an earlier run has left of a phase is gone on with; one that waits is tried by what a person has done since. */
export function planAttempt(facts: AttemptFacts, state: 'waiting' | 'blocked' | 'running'): RunStep {
  const { held } = facts;
  if (state === 'waiting' && held !== null) return tryWork(held);
  return state === 'blocked' ? decideBlocked(facts) : decideRunning(facts);
}

/** What waits is judged as it lies there; nothing is published if it does not hold. */
export const tryWork = ({ phase, attempt }: NonNullable<ResumeFacts['held']>): RunStep => ({
  do: 'try-gate',
  phase,
  attempt,
  otherwise: 'wait',
});

function decideBlocked(facts: AttemptFacts): RunStep {
  const { held, open, retrying } = facts;
  if (open !== null) return decideOpen(facts, open);
  // Incomplete work proves nothing, even if its gate would hold: only a new attempt goes on from it.
  const isCompleted = retrying === null ? held?.by === 'gate' : retrying.outcome === COMPLETED;
  if (held === null || !isCompleted) return decideRunning(facts);
  const { phase, attempt } = retrying ?? held;
  return { do: 'try-gate', phase, attempt, otherwise: 'new-attempt' };
}

function decideRunning(facts: AttemptFacts): RunStep {
  if (facts.open !== null) return decideOpen(facts, facts.open);
  // The files there are the attempt's, not an edit: a retry starts from them.
  if (facts.retrying !== null)
    return { do: 'proceed', first: 'retry', retriesSpent: facts.retrying.costs ? RETRIES_SPENT : 0 };
  if (facts.answered !== null) return { do: 'try-gate', ...facts.answered, otherwise: 'new-attempt' };
  if (facts.approvalVoid !== null) return { do: 'wait-again', phase: facts.approvalVoid };
  return { do: 'proceed', first: facts.treeDiffers ? 'edit' : 'nothing' };
}

function decideOpen(facts: AttemptFacts, open: NonNullable<ResumeFacts['open']>): RunStep {
  const { phase, attempt, retries } = open;
  // If the agent asked, the gate puts its question. Resuming an incomplete attempt asks for one more.
  if (open.ended !== null) {
    const asked = open.ended === 'not-completed';
    const retriesLeft = asked && retries < 1 ? 1 : retries;
    const otherwise = { retriesLeft, retriesSpent: RETRIES_SPENT, asked };
    return { do: 'try-gate', phase, attempt, otherwise };
  }
  if (open.cutOffs >= MOST_CUT_OFFS) return { do: 'block', phase, attempt, cutOffs: open.cutOffs };
  // A language model has a turn journal of its own and continues from it, on the files as they are.
  const rescued = facts.isolation === 'worktree' && open.agentKind !== 'language-model';
  const leftovers = facts.said.leftovers ?? (rescued ? 'rescue' : 'keep');
  if (leftovers === 'rescue') return { do: 'proceed', first: 'rescue-leftovers' };
  // In a new place the agent would continue from files that are gone.
  return { do: 'proceed', first: facts.isNewPlace ? 'keep-leftovers' : 'go-on' };
}
