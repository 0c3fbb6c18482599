import { COMPLETED, type AttemptEnd, type BlockedBy } from '../attempt/attemptEnd.ts';
import type { PhaseId } from '../names/ids.ts';
import type { SessionState } from '../status/statusWords.ts';
import type { Isolation } from '../workflow/workflow.ts';

/** Everything that the decision of a resume depends on, read before deciding. */
export interface ResumeFacts {
  readonly lease: 'free' | 'held';
  readonly state: SessionState;
  /** The tip against every remote-tracking branch of the session: the worst of them. */
  readonly remote: 'none' | 'same' | 'ahead' | 'behind' | 'diverged';
  /** Whether every checkpoint was published here or trusted, without a gap in seq. */
  readonly history: 'known' | 'questionable';
  /** Whether all that the session would run was trusted in this clone (`commandsOf`). */
  readonly commands: 'trusted' | 'unknown';
  /** The session's workflow file against the one that the tip follows. */
  readonly plan: 'same' | 'outside-plan' | 'inside-plan';
  readonly isolation: Isolation;
  /** In place: where HEAD is, seen from where it was left. */
  readonly head: 'same' | 'descendant' | 'elsewhere';
  /** The phase that waits or is blocked. */
  readonly held: {
    readonly phase: PhaseId;
    readonly attempt: number;
    /**
     * What must hold or be said before it goes on. `head`: in place, HEAD was elsewhere and the person was asked where
     * to go on. Of a phase that is blocked as {@link blockedBy} says.
     */
    readonly by: 'approval' | 'packet' | 'question' | 'work' | 'head' | BlockedBy;
  } | null;
  /** The attempt that this machine's journal leaves open. `cutOffs`: attempts cut off in a row, this one included. */
  readonly open: {
    readonly phase: PhaseId;
    readonly attempt: number;
    /** As the journal names it; null: it was not written down. */
    readonly agentKind: string | null;
    /** How its agent ended, as far as a resume must know; null: it had not. */
    readonly ended: AttemptEnd | null;
    readonly cutOffs: number;
  } | null;
  /** An attempt whose gate did not hold, when the run ended before the retry that was left could begin. */
  readonly retrying: { readonly phase: PhaseId; readonly attempt: number; readonly outcome: string } | null;
  readonly treeDiffers: boolean;
  /** A phase whose approved artifacts are not what was approved, before the next phase began. */
  readonly approvalVoid: PhaseId | null;
  /** What the person said with the command. */
  readonly said: {
    readonly here: boolean;
    readonly trust: boolean;
    /** These very commands, or whatever they are. */
    readonly trustCommands: boolean;
    readonly acceptPlan: boolean;
    readonly leftovers: 'rescue' | 'keep' | null;
  };
}

/** What a resume does first (format, section 11). `proceed` then runs the phases that are left. */
export type ResumePlan =
  | { readonly do: 'nothing'; readonly because: 'lease-held' | 'done' | 'cancelled' | 'waiting' }
  | {
      readonly do: 'refuse';
      readonly because: 'behind' | 'diverged' | 'untrusted-commands' | 'untrusted' | 'plan-changed';
    }
  | { readonly do: 'ask-where' }
  /** The person answered that question by going back. */
  | { readonly do: 'gone-back' }
  | { readonly do: 'wait-again'; readonly phase: PhaseId }
  | { readonly do: 'block'; readonly phase: PhaseId; readonly attempt: number; readonly cutOffs: number }
  /** Its agent had ended, and not as completed: it is judged as that, and another attempt follows. */
  | { readonly do: 'give-up'; readonly phase: PhaseId; readonly attempt: number }
  | {
      readonly do: 'try-gate';
      readonly phase: PhaseId;
      readonly attempt: number;
      readonly otherwise: 'new-attempt' | 'retry' | 'wait';
    }
  | {
      readonly do: 'proceed';
      readonly first: 'nothing' | 'edit' | 'retry' | 'rescue-leftovers' | 'keep-leftovers';
    };

const MOST_CUT_OFFS = 5;

/** The table of format section 11: a pure function, so that the same facts always give the same answer. */
export function planResume(facts: ResumeFacts): ResumePlan {
  const refused = refusal(facts);
  if (refused !== null) return refused;
  const { state } = facts;
  if (state === 'cancelled') return { do: 'nothing', because: 'cancelled' };
  const then = decide(facts, state);
  const unknown = facts.commands === 'unknown' && !facts.said.trustCommands;
  // First of all: who does not trust what would be run need not think about the rest.
  if (unknown && runsCommands(then)) return { do: 'refuse', because: 'untrusted-commands' };
  return openQuestion(facts) ?? then;
}

/** What a session that waits for a person's word shows, it shows without a command. */
const runsCommands = ({ do: step }: ResumePlan): boolean =>
  step === 'proceed' || step === 'try-gate' || step === 'gone-back';

/** What keeps a resume from doing anything, in the order in which a person should hear of it. */
function refusal(facts: ResumeFacts): ResumePlan | null {
  if (facts.lease === 'held') return { do: 'nothing', because: 'lease-held' };
  const { remote, said } = facts;
  if ((remote === 'behind' || remote === 'diverged') && !said.here) return { do: 'refuse', because: remote };
  if (facts.state === 'done' && facts.plan === 'same') return { do: 'nothing', because: 'done' };
  return null;
}

/** What a person must say before anything goes on. */
function openQuestion({ history, plan, said, isolation, head, state }: ResumeFacts): ResumePlan | null {
  if (history === 'questionable' && !said.trust) return { do: 'refuse', because: 'untrusted' };
  if (plan === 'inside-plan' && !said.acceptPlan) return { do: 'refuse', because: 'plan-changed' };
  // A session that waits captures nothing then, and one question is enough.
  if (isolation === 'in-place' && head === 'elsewhere' && state !== 'waiting') return { do: 'ask-where' };
  return null;
}

function decide(facts: ResumeFacts, state: Exclude<SessionState, 'cancelled'>): ResumePlan {
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

function decideWaiting({ held, head }: ResumeFacts): ResumePlan {
  // Of another branch nothing is judged or captured: the way back is named.
  if (held?.by === 'work' && head !== 'elsewhere')
    return { do: 'try-gate', phase: held.phase, attempt: held.attempt, otherwise: 'wait' };
  if (held?.by === 'head' && head !== 'elsewhere') return { do: 'gone-back' };
  return { do: 'nothing', because: 'waiting' };
}

function decideBlocked(facts: ResumeFacts): ResumePlan {
  const { held, open, retrying } = facts;
  if (open !== null) return decideOpen(facts, open);
  // Work that nobody completed proves nothing, whatever its gate would say: only an attempt goes on from there.
  const isCompleted = retrying === null ? held?.by === 'gate' : retrying.outcome === COMPLETED;
  if (held === null || !isCompleted) return decideRunning(facts);
  const { phase, attempt } = retrying ?? held;
  return { do: 'try-gate', phase, attempt, otherwise: 'new-attempt' };
}

function decideRunning(facts: ResumeFacts): ResumePlan {
  if (facts.open !== null) return decideOpen(facts, facts.open);
  // What lies there is the attempt's, nobody's edit: retries start from the tree as it is.
  if (facts.retrying !== null) return { do: 'proceed', first: 'retry' };
  if (facts.approvalVoid !== null) return { do: 'wait-again', phase: facts.approvalVoid };
  return { do: 'proceed', first: facts.treeDiffers ? 'edit' : 'nothing' };
}

function decideOpen(facts: ResumeFacts, open: NonNullable<ResumeFacts['open']>): ResumePlan {
  const { phase, attempt } = open;
  if (open.ended === 'not-completed') return { do: 'give-up', phase, attempt };
  // One whose agent asks has a question for the gate to put.
  if (open.ended !== null) return { do: 'try-gate', phase, attempt, otherwise: 'retry' };
  if (open.cutOffs >= MOST_CUT_OFFS) return { do: 'block', phase, attempt, cutOffs: open.cutOffs };
  // What a language model had done is in its own journal, turn by turn: it goes on from there, with what lies there.
  const rescued = facts.isolation === 'worktree' && open.agentKind !== 'language-model';
  const leftovers = facts.said.leftovers ?? (rescued ? 'rescue' : 'keep');
  return { do: 'proceed', first: leftovers === 'rescue' ? 'rescue-leftovers' : 'keep-leftovers' };
}
