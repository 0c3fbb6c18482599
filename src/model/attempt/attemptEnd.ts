import { dispositionOf } from '../agent/agentOutcome.ts';
import { agentOutcomeOf, type Ended } from './openAttempt.ts';
import type { PhaseRecord } from '../checkpoint/phaseRecord.ts';

/** The only outcome whose work may be judged: after any other, a phase needs a new attempt or a person's word to close. */
export const COMPLETED = 'completed';

/** What `phase.json` says of a phase that is blocked although no agent has run. */
export const SETUP_FAILED = 'setup-failed';
/** What the setup of a worktree prints, below `output/setup-0/` of the state folder. */
export const SETUP_LOG = 'setup.log';

/** How an agent ended, as far as a resume must know. `asks`: a person is to be asked before anything else. */
export type AttemptEnd = 'completed' | 'asks' | 'not-completed';

export function attemptEnd(ended: Ended): AttemptEnd {
  if (ended.outcome === COMPLETED) return COMPLETED;
  return dispositionOf(agentOutcomeOf(ended)) === 'ask' ? 'asks' : 'not-completed';
}

/**
 * What holds up a blocked phase. `gate`: what its agent had completed did not hold. `attempt`: its last attempt ended in
 * any other way. `setup`: that of the worktree failed, and no attempt is to be judged.
 */
export type BlockedBy = 'gate' | 'attempt' | 'setup';

/** Read from its record, which every clone has. A setup may fail on top of a gate that did not hold, which is still to be tried. */
export function blockedBy({ attempts }: Pick<PhaseRecord, 'attempts'>): BlockedBy {
  const last = lastJudged(attempts);
  if (last === undefined) return 'setup';
  if (last.outcome !== COMPLETED) return 'attempt';
  return last.reasons.length === 0 ? 'setup' : 'gate';
}

/** The latest judgement of an agent's work. */
export const lastJudged = (attempts: PhaseRecord['attempts']): PhaseRecord['attempts'][number] | undefined =>
  attempts.findLast(({ outcome }) => outcome !== SETUP_FAILED);

/**
 * The attempt on which a phase was closed although it had not ended as completed, and no person said that it is complete;
 * null: there is none. A resume that took such work for completed judged the same attempt a second time.
 */
export function endedOtherwise({
  attempts,
  approvals,
  agent,
}: Pick<PhaseRecord, 'attempts' | 'approvals' | 'agent'>): PhaseRecord['attempts'][number] | null {
  // A word on the packet is about what it hands on.
  if (approvals.findLast(({ packet }) => packet === undefined)?.decision === 'approved') return null;
  const last = lastJudged(attempts);
  if (last === undefined) return null;
  const same = attempts.filter(
    ({ attempt, outcome }) => attempt === last.attempt && outcome !== SETUP_FAILED,
  );
  const found = same.find(({ outcome }) => outcome !== COMPLETED) ?? null;
  // A phase done by hand is first asked for, then judged.
  return found?.outcome === 'needs-input' && agent?.kind === 'manual' ? null : found;
}
