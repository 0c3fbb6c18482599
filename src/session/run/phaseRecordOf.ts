import { finalTextOf, type AgentOutcome } from '../../model/agentOutcome.ts';
import { countEffects } from '../../model/effectsRecord.ts';
import type { Timestamp } from '../../model/ids.ts';
import type { JournalLine } from '../../model/journal.ts';
import { tallyAttempts } from '../../model/attemptTally.ts';
import type { PhaseRecord } from '../../model/phaseRecord.ts';
import type { CommittedStatus, StatusRow } from '../../model/status.ts';
import type { SteerNote } from '../../model/steerNote.ts';
import type { Gate } from './evaluateGate.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';

/** What an attempt was, for `phase.json`. */
export interface AttemptFacts {
  readonly attempt: number;
  readonly began: Timestamp;
  readonly ended: Timestamp;
  readonly agent: NonNullable<PhaseRecord['agent']>;
  readonly outcome: AgentOutcome;
}

/** A phase's record before anything happened in it, or as it was left. */
export function recordBefore(session: SessionRecord, row: StatusRow): PhaseRecord {
  return (
    session.records.get(row.phase) ?? {
      schema: 1,
      session: session.session,
      phase: row.phase,
      seq: 0,
      attempt: row.attempt,
      status: 'pending',
      began: null,
      ended: null,
      agent: null,
      outcome: null,
      artifacts: [],
      checks: [],
      approvals: [],
      notCaptured: [],
      normalised: [],
      attempts: [],
      effects: { done: 0, failed: 0, inDoubt: 0 },
    }
  );
}

/**
 * The record of a phase after an attempt whose gate was found like this.
 *
 * @param now when: a gate that holds without an attempt, because a person did the work or mended it, ends the phase
 */
export function recordAfter(
  session: SessionRecord,
  row: StatusRow,
  gate: Gate,
  facts: AttemptFacts | null,
  status: CommittedStatus,
  attempts: PhaseRecord['attempts'],
  journal: readonly JournalLine[],
  notes: readonly SteerNote[],
  now: Timestamp,
): PhaseRecord {
  const { question: _answeredBefore, finalText: saidBefore, ...before } = recordBefore(session, row);
  return {
    ...before,
    // Of the last attempt; where a person mended its work, these are still its agent's words.
    ...(facts === null
      ? saidBefore === undefined
        ? {}
        : { finalText: saidBefore }
      : finalTextOf(facts.outcome)),
    attempt: row.attempt,
    status,
    began: before.began ?? facts?.began ?? null,
    agent: facts?.agent ?? before.agent,
    ...endOf(gate, facts, before, now),
    artifacts: gate.artifacts,
    ...(gate.before.length === 0 ? {} : { before: gate.before }),
    checks: gate.checks,
    notCaptured: gate.captured.notCaptured,
    normalised: gate.captured.normalised,
    attempts,
    effects: countEffects(session.effects),
    ...tallyAttempts(before, journal, row.phase, notes),
  };
}

/** However an agent had ended before: a gate that holds is that of work that is complete. */
function endOf(
  { verdict }: Gate,
  facts: AttemptFacts | null,
  before: PhaseRecord,
  now: Timestamp,
): Pick<PhaseRecord, 'ended' | 'outcome'> {
  if (verdict.kind !== 'fails') return { ended: facts?.ended ?? now, outcome: 'completed' };
  return { ended: facts?.ended ?? before.ended, outcome: facts?.outcome.kind ?? before.outcome };
}
