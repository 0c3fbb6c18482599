import type { SessionState } from '../status/statusWords.ts';
import { planAttempt, tryWork, type RunStep } from './planAttempt.ts';
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
  const { said, unfinished, again, plan } = facts;
  if (said.unknownUntil) return { do: 'refuse', because: 'unknown-until' };
  if (again !== null) return planAgain(facts, again);
  const step = planNext(facts);
  if (step.do === 'refuse') return step;
  const isNews = plan !== 'same' && isPlanned(step);
  // We remember what the person said, but only after the files have followed the tip.
  if (step.do === 'nothing' && !unfinished && !isNews && !said.trust && !said.here) return step;
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

function decideWaiting({ held, head, beside }: ResumeFacts): ResumeEnd | PreparingStep | RunStep {
  if (beside === 'tries') return { do: 'proceed', first: 'nothing' };
  // On another branch we judge and capture nothing, and name the way back.
  if (held?.by === 'work' && head !== 'elsewhere') return tryWork(held);
  if (held?.by === 'head' && head !== 'elsewhere') return { do: 'prepare', what: 'gone-back' };
  return { do: 'nothing', because: 'waiting' };
}
