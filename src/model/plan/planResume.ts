import { COMPLETED } from '../attempt/attemptEnd.ts';
import type { PhaseId } from '../names/ids.ts';
import type { SessionState } from '../status/statusWords.ts';
import type { ResumeFacts } from './resumeFacts.ts';

/** The next step of a resume. */
export type ResumePlan = ResumeEnd | RestoreStep | OpenStep | PreparingStep | RunStep;

/** Ends the resume without a run. */
export type ResumeEnd =
  | { readonly do: 'nothing'; readonly because: 'done' | 'cancelled' | 'waiting' }
  | {
      readonly do: 'refuse';
      readonly because:
        | 'unknown-until'
        | 'unknown-again'
        | 'began-elsewhere'
        | 'behind'
        | 'diverged'
        | 'untrusted-commands'
        | 'untrusted'
        | 'plan-changed';
    };

/** Goes back to before the first attempt of a phase that should run again; then the facts are gathered anew. */
export interface RestoreStep {
  readonly do: 'restore';
}

/** Opens the working tree and brings it in step with the tip. */
export interface OpenStep {
  readonly do: 'open';
  /** Why the commands become trusted here; null if they already are, or if nobody trusts them. */
  readonly trust: 'said' | 'changed' | null;
  /** True if the person said yes without seeing what for; they are told. */
  readonly tell: boolean;
}

/**
 * One thing at a time before a run; then the facts are gathered again. `go-on-here`: in place, the person says that HEAD is
 * where it should be. `gone-back`: they were asked that, and answered by going back.
 */
export interface PreparingStep {
  readonly do: 'prepare';
  readonly what: 'note-tip' | 'finish-restore' | 'render' | 'go-on-here' | 'gone-back' | 'take-over-workflow';
}

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

/** The table in ARCHITECTURE.md, *Resume*, as a pure function: the same facts always give the same step. */
export function planResume(facts: ResumeFacts): ResumePlan {
  if (facts.here === 'unopened') return planUnopened(facts);
  const { here, isolation, head, said } = facts;
  if (here === 'tip-unknown') return { do: 'prepare', what: 'note-tip' };
  if (here === 'restore-cut-off') return { do: 'prepare', what: 'finish-restore' };
  if (here === 'not-rendered') return { do: 'prepare', what: 'render' };
  if (isolation === 'in-place' && head === 'elsewhere' && said.here)
    return { do: 'prepare', what: 'go-on-here' };
  const step = planNext(facts);
  if (facts.plan === 'same' || !isPlanned(step)) return step;
  // From here on the new plan decides: the phase that waits or was tried may not be in it.
  return { do: 'prepare', what: 'take-over-workflow' };
}

/** True for steps that depend on the plan. A waiting session must be asked under the new one. */
const isPlanned = (step: ResumePlan): boolean =>
  step.do === 'nothing'
    ? step.because === 'waiting'
    : step.do !== 'refuse' && step.do !== 'ask-where' && step.do !== 'prepare';

/** Touches nothing if the resume is refused or has nothing to do. */
function planUnopened(facts: ResumeFacts): ResumeEnd | RestoreStep | OpenStep {
  const { said, unfinished, again } = facts;
  if (said.unknownUntil) return { do: 'refuse', because: 'unknown-until' };
  if (again !== null) return planAgain(facts, again);
  const step = planNext(facts);
  if (step.do === 'refuse') return step;
  // We remember what the person said, but only after the files have followed the tip.
  if (step.do === 'nothing' && !unfinished && !said.trust && !said.here) return step;
  return openStep(facts);
}

function openStep({ said, commands, history }: ResumeFacts): OpenStep {
  const isSaid = commands === 'unknown' && said.trustCommands;
  return {
    do: 'open',
    trust: isSaid ? 'said' : commands === 'ours' ? 'changed' : null,
    tell: said.trustUnseen && (isSaid || history === 'questionable'),
  };
}

/** Asks the person everything before the restore, not after it. */
function planAgain(facts: ResumeFacts, again: NonNullable<ResumeFacts['again']>): ResumeEnd | RestoreStep {
  if (again !== 'begun') return { do: 'refuse', because: again };
  return isElsewhere(facts) ?? untrusted(facts) ?? unaccepted(facts) ?? { do: 'restore' };
}

/** The next step once everything is in step with the tip. */
function planNext(facts: ResumeFacts): ResumeEnd | PreparingStep | RunStep {
  const refused = refusal(facts);
  if (refused !== null) return refused;
  const { state } = facts;
  if (state === 'cancelled') return { do: 'nothing', because: 'cancelled' };
  const then = decide(facts, state);
  // Asked first: without trust in the commands the rest does not matter.
  return (runsCommands(then) ? untrusted(facts) : null) ?? openQuestion(facts) ?? then;
}

/** A session that waits for a person shows its question without running a command. */
const runsCommands = ({ do: step }: ResumePlan): boolean =>
  step === 'proceed' || step === 'try-gate' || step === 'prepare';

/** What stops a resume before anything else, in the order in which a person should hear of it. */
function refusal(facts: ResumeFacts): ResumeEnd | null {
  const isDone = facts.state === 'done' && facts.plan === 'same';
  return isElsewhere(facts) ?? (isDone ? { do: 'nothing', because: 'done' } : null);
}

const isElsewhere = ({ remote, said }: ResumeFacts): ResumeEnd | null =>
  (remote === 'behind' || remote === 'diverged') && !said.here ? { do: 'refuse', because: remote } : null;

const untrusted = ({ commands, said }: ResumeFacts): ResumeEnd | null =>
  commands === 'unknown' && !said.trustCommands ? { do: 'refuse', because: 'untrusted-commands' } : null;

function unaccepted({ history, plan, said }: ResumeFacts): ResumeEnd | null {
  if (history === 'questionable' && !said.trust) return { do: 'refuse', because: 'untrusted' };
  if (plan === 'inside-plan' && !said.acceptPlan) return { do: 'refuse', because: 'plan-changed' };
  return null;
}

/** What a person must decide before the session continues. */
function openQuestion(facts: ResumeFacts): ResumeEnd | RunStep | null {
  const { isolation, head, state } = facts;
  // A waiting session captures nothing, and one question is enough.
  const isAsked = isolation === 'in-place' && head === 'elsewhere' && state !== 'waiting';
  return unaccepted(facts) ?? (isAsked ? { do: 'ask-where' } : null);
}

function decide(
  facts: ResumeFacts,
  state: Exclude<SessionState, 'cancelled'>,
): ResumeEnd | PreparingStep | RunStep {
  if (state === 'waiting') return decideWaiting(facts);
  return state === 'done' ? { do: 'proceed', first: 'nothing' } : planAttempt(facts, state);
}

/** The facts of one attempt. */
export type AttemptFacts = Pick<
  ResumeFacts,
  'held' | 'open' | 'retrying' | 'approvalVoid' | 'treeDiffers' | 'isolation' | 'isNewPlace'
> & { readonly said: Pick<ResumeFacts['said'], 'leftovers'> };

/** How what an earlier run has left of a phase is gone on with; one that waits is tried by what a person has done since. */
export function planAttempt(facts: AttemptFacts, state: 'waiting' | 'blocked' | 'running'): RunStep {
  const { held } = facts;
  if (state === 'waiting' && held !== null) return tryWork(held);
  return state === 'blocked' ? decideBlocked(facts) : decideRunning(facts);
}

const tryWork = ({ phase, attempt }: NonNullable<ResumeFacts['held']>): RunStep => ({
  do: 'try-gate',
  phase,
  attempt,
  otherwise: 'wait',
});

function decideWaiting({ held, head, beside }: ResumeFacts): ResumeEnd | PreparingStep | RunStep {
  if (beside === 'tries') return { do: 'proceed', first: 'nothing' };
  // On another branch we judge and capture nothing, and name the way back.
  if (held?.by === 'work' && head !== 'elsewhere') return tryWork(held);
  if (held?.by === 'head' && head !== 'elsewhere') return { do: 'prepare', what: 'gone-back' };
  return { do: 'nothing', because: 'waiting' };
}

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
  if (facts.retrying !== null) return { do: 'proceed', first: 'retry', retriesSpent: RETRIES_SPENT };
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
