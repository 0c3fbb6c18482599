import { COMPLETED } from '../attempt/attemptEnd.ts';
import type { PhaseId } from '../names/ids.ts';
import type { SessionState } from '../status/statusWords.ts';
import type { ResumeFacts } from './resumeFacts.ts';

/** The next step of a resume. */
export type ResumePlan = ResumeEnd | RestoreStep | OpenStep | PreparingStep | RunStep;

/** A resume ends there without a run. */
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

/** A phase is to be run again: back to before its first attempt, then the facts are found anew. */
export interface RestoreStep {
  readonly do: 'restore';
}

/** Makes the working tree ready, and brings it in step with a tip from elsewhere. */
export interface OpenStep {
  readonly do: 'open';
  /** How the commands of the session come to be noted as trusted here; null: they are, or nobody has said so. */
  readonly trust: 'said' | 'changed' | null;
  /** A word was said without having seen what for: that is told. */
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
      /** Where it does not hold: nothing is published, or the open attempt is closed as any other, with these retries left. */
      readonly otherwise: 'new-attempt' | 'wait' | Retry;
    }
  | { readonly do: 'proceed'; readonly first: 'retry'; readonly retriesSpent: number }
  /** `go-on`: what was left is kept, and the agent may take up its own session. */
  | {
      readonly do: 'proceed';
      readonly first: 'nothing' | 'edit' | 'rescue-leftovers' | 'keep-leftovers' | 'go-on';
    };

interface Retry {
  readonly retriesLeft: number;
  /** Of the run that follows. */
  readonly retriesSpent: number;
  /** A person has said to go on: another attempt follows, however this one ended. */
  readonly asked: boolean;
}

const MOST_CUT_OFFS = 5;
/** A judgement that is made now, or was the last thing before the run ended, counts as it would in a run. */
const RETRIES_SPENT = 1;

/** The table of ARCHITECTURE.md, *Resume*: a pure function, so that the same facts always give the same answer. */
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
  // The new plan decides from here on: it may have no phase any more that waits or was tried.
  return { do: 'prepare', what: 'take-over-workflow' };
}

/** Whether the plan that is followed decides about a step: a session that waits is asked about under the new one. */
const isPlanned = (step: ResumePlan): boolean =>
  step.do === 'nothing'
    ? step.because === 'waiting'
    : step.do !== 'refuse' && step.do !== 'ask-where' && step.do !== 'prepare';

/** Nothing here is touched for what is refused, or where there is nothing to do. */
function planUnopened(facts: ResumeFacts): ResumeEnd | RestoreStep | OpenStep {
  const { said, unfinished, again } = facts;
  if (said.unknownUntil) return { do: 'refuse', because: 'unknown-until' };
  if (again !== null) return planAgain(facts, again);
  const step = planNext(facts);
  if (step.do === 'refuse') return step;
  // A word is said once and remembered, but not before the files here have followed the tip.
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

/** All that a person must say is asked before the restore, not behind it. */
function planAgain(facts: ResumeFacts, again: NonNullable<ResumeFacts['again']>): ResumeEnd | RestoreStep {
  if (again !== 'begun') return { do: 'refuse', because: again };
  return isElsewhere(facts) ?? untrusted(facts) ?? unaccepted(facts) ?? { do: 'restore' };
}

/** What comes next where all that mirrors the tip is in step with it. */
function planNext(facts: ResumeFacts): ResumeEnd | PreparingStep | RunStep {
  const refused = refusal(facts);
  if (refused !== null) return refused;
  const { state } = facts;
  if (state === 'cancelled') return { do: 'nothing', because: 'cancelled' };
  const then = decide(facts, state);
  // First of all: who does not trust what would be run need not think about the rest.
  return (runsCommands(then) ? untrusted(facts) : null) ?? openQuestion(facts) ?? then;
}

/** What a session that waits for a person's word shows, it shows without a command. */
const runsCommands = ({ do: step }: ResumePlan): boolean =>
  step === 'proceed' || step === 'try-gate' || step === 'prepare';

/** What keeps a resume from doing anything, in the order in which a person should hear of it. */
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

/** What a person must say before anything goes on. */
function openQuestion(facts: ResumeFacts): ResumeEnd | RunStep | null {
  const { isolation, head, state } = facts;
  // A session that waits captures nothing then, and one question is enough.
  const isAsked = isolation === 'in-place' && head === 'elsewhere' && state !== 'waiting';
  return unaccepted(facts) ?? (isAsked ? { do: 'ask-where' } : null);
}

function decide(
  facts: ResumeFacts,
  state: Exclude<SessionState, 'cancelled'>,
): ResumeEnd | PreparingStep | RunStep {
  switch (state) {
    case 'done':
      return { do: 'proceed', first: 'nothing' };
    case 'waiting':
      return decideWaiting(facts);
    case 'blocked':
      return decideBlocked(facts);
    case 'running':
      return decideRunning(facts);
  }
}

function decideWaiting({ held, head }: ResumeFacts): ResumeEnd | PreparingStep | RunStep {
  // Of another branch nothing is judged or captured: the way back is named.
  if (held?.by === 'work' && head !== 'elsewhere')
    return { do: 'try-gate', phase: held.phase, attempt: held.attempt, otherwise: 'wait' };
  if (held?.by === 'head' && head !== 'elsewhere') return { do: 'prepare', what: 'gone-back' };
  return { do: 'nothing', because: 'waiting' };
}

function decideBlocked(facts: ResumeFacts): RunStep {
  const { held, open, retrying } = facts;
  if (open !== null) return decideOpen(facts, open);
  // Work that nobody completed proves nothing, whatever its gate would say: only an attempt goes on from there.
  const isCompleted = retrying === null ? held?.by === 'gate' : retrying.outcome === COMPLETED;
  if (held === null || !isCompleted) return decideRunning(facts);
  const { phase, attempt } = retrying ?? held;
  return { do: 'try-gate', phase, attempt, otherwise: 'new-attempt' };
}

function decideRunning(facts: ResumeFacts): RunStep {
  if (facts.open !== null) return decideOpen(facts, facts.open);
  // What lies there is the attempt's, nobody's edit: retries start from the tree as it is.
  if (facts.retrying !== null) return { do: 'proceed', first: 'retry', retriesSpent: RETRIES_SPENT };
  if (facts.approvalVoid !== null) return { do: 'wait-again', phase: facts.approvalVoid };
  return { do: 'proceed', first: facts.treeDiffers ? 'edit' : 'nothing' };
}

function decideOpen(facts: ResumeFacts, open: NonNullable<ResumeFacts['open']>): RunStep {
  const { phase, attempt, retries } = open;
  // One whose agent asks has a question for the gate to put. Who resumes what did not complete asks for one more.
  if (open.ended !== null) {
    const asked = open.ended === 'not-completed';
    const retriesLeft = asked && retries < 1 ? 1 : retries;
    const otherwise = { retriesLeft, retriesSpent: RETRIES_SPENT, asked };
    return { do: 'try-gate', phase, attempt, otherwise };
  }
  if (open.cutOffs >= MOST_CUT_OFFS) return { do: 'block', phase, attempt, cutOffs: open.cutOffs };
  // What a language model had done is in its own journal, turn by turn: it goes on from there, with what lies there.
  const rescued = facts.isolation === 'worktree' && open.agentKind !== 'language-model';
  const leftovers = facts.said.leftovers ?? (rescued ? 'rescue' : 'keep');
  if (leftovers === 'rescue') return { do: 'proceed', first: 'rescue-leftovers' };
  // Without its files an agent would go on from what is not there any more.
  return { do: 'proceed', first: facts.isNewPlace ? 'keep-leftovers' : 'go-on' };
}
