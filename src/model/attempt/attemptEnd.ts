import { dispositionOf } from '../agent/agentOutcome.ts';
import { agentOutcomeOf, type Ended } from './openAttempt.ts';
import type { PhaseRecord } from '../checkpoint/phaseRecord.ts';

/** The only outcome whose work may be judged. After any other, a phase needs a new attempt or a person's word to close. */
export const COMPLETED = 'completed';

/** In `phase.json`: a phase blocked before any agent ran. */
export const SETUP_FAILED = 'setup-failed';
/** The output of a worktree's setup, below `output/setup-0/` of the state folder (`setup-1/` in the second slot, and so on). */
export const SETUP_LOG = 'setup.log';

/** How an agent ended, as far as a resume must know. `asks`: a person must be asked first. */
export type AttemptEnd = 'completed' | 'asks' | 'not-completed';

export function attemptEnd(ended: Ended): AttemptEnd {
  if (ended.outcome === COMPLETED) return COMPLETED;
  return dispositionOf(agentOutcomeOf(ended)) === 'ask' ? 'asks' : 'not-completed';
}

/**
 * What blocks a phase. `gate`: its agent completed, but the gate did not hold. `attempt`: its last attempt ended otherwise.
 * `setup`: the worktree's setup failed, so there is no attempt to judge.
 */
export type BlockedBy = 'gate' | 'attempt' | 'setup';

/** Read from its record, which every clone has. A setup may fail after a gate that did not hold, which is still to be tried. */
export function blockedBy(record: Judged): BlockedBy {
  const last = lastJudged(judgedInRound(record));
  if (last === undefined) return 'setup';
  if (last.outcome !== COMPLETED) return 'attempt';
  return last.reasons.length === 0 ? 'setup' : 'gate';
}

type Judged = Pick<PhaseRecord, 'attempts' | 'outcome' | 'reopened'>;

/** How attempts of its round were judged, behind those of earlier ones; none where a loop has only just opened the phase again. */
export const judgedInRound = ({ attempts, outcome, reopened }: Judged): PhaseRecord['attempts'] =>
  reopened !== undefined && outcome === null ? [] : attempts;

/** The latest judgement of an agent's work. */
export const lastJudged = (attempts: PhaseRecord['attempts']): PhaseRecord['attempts'][number] | undefined =>
  attempts.findLast(({ outcome }) => outcome !== SETUP_FAILED);

/**
 * The attempt on which a phase was closed although it did not complete and no person said so; null if there is none. An earlier
 * version's resume judged such an attempt a second time.
 */
export function endedOtherwise({
  attempts,
  approvals,
  agent,
}: Pick<PhaseRecord, 'attempts' | 'approvals' | 'agent'>): PhaseRecord['attempts'][number] | null {
  // Approving a packet is about what it hands on.
  if (approvals.findLast(({ packet }) => packet === undefined)?.decision === 'approved') return null;
  const last = lastJudged(attempts);
  if (last === undefined) return null;
  const same = attempts.filter(
    ({ attempt, outcome }) => attempt === last.attempt && outcome !== SETUP_FAILED,
  );
  const found = same.find(({ outcome }) => outcome !== COMPLETED) ?? null;
  // A phase done by hand is first requested, then judged.
  return found?.outcome === 'needs-input' && agent?.kind === 'manual' ? null : found;
}
