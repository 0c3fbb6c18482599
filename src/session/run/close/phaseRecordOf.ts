import { finalTextOf, type AgentOutcome } from '../../../model/agent/agentOutcome.ts';
import type { Timestamp } from '../../../model/names/ids.ts';
import type { JournalLine } from '../../../model/attempt/journal.ts';
import { withDetails } from '../../../model/attempt/attemptDetails.ts';
import { lastJudged } from '../../../model/attempt/attemptEnd.ts';
import type { FileChange } from '../../../model/checkpoint/joinChanges.ts';
import { tallyAttempts } from '../../../model/attempt/attemptTally.ts';
import type { PhaseRecord } from '../../../model/checkpoint/phaseRecord.ts';
import { SCHEMA } from '../../../model/parsing/schema.ts';
import type { CommittedStatus } from '../../../model/status/statusWords.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { SteerNote } from '../../../model/agent/steerNote.ts';
import type { Phase } from '../../../model/workflow/workflow.ts';
import type { Gate } from './evaluateGate.ts';
import type { SessionRecord } from '../../record/sessionRecord.ts';

/** An attempt, for `phase.json`. */
export interface AttemptFacts {
  readonly attempt: number;
  readonly began: Timestamp;
  readonly ended: Timestamp;
  readonly agent: NonNullable<PhaseRecord['agent']>;
  readonly outcome: AgentOutcome;
}

/** A phase's record: empty, or as it was left. */
export function recordBefore(session: SessionRecord, row: StatusRow): PhaseRecord {
  return (
    session.records.get(row.phase) ?? {
      schema: SCHEMA,
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

/** A phase whose gate was just evaluated. */
export interface Judged {
  readonly phase: Phase;
  /** Of the attempt that was judged. */
  readonly row: StatusRow;
  readonly gate: Gate;
  /** Null if no agent worked: a person did it, or mended it. */
  readonly facts: AttemptFacts | null;
  /** What a person changed of the work that was held, where no agent has worked since. */
  readonly mended?: readonly FileChange[];
  /** How its attempts were judged, including this one. */
  readonly attempts: PhaseRecord['attempts'];
}

/** How a phase is left, and what only this machine knows of it. */
export interface Closing extends Judged {
  readonly status: CommittedStatus;
  /** End of the phase: a gate may hold without an attempt, because a person did the work or mended it. */
  readonly at: Timestamp;
  /** The journal since the tip. */
  readonly lines: readonly JournalLine[];
  /** Effects that the journal may name. */
  readonly notes: readonly SteerNote[];
}

/** The record of a phase as it is left. */
export function recordAfter(session: SessionRecord, closing: Closing): PhaseRecord {
  const { row, gate, facts, status, attempts, lines, notes } = closing;
  const {
    question: _answeredBefore,
    stops: _ofThatWork,
    held: _published,
    finalText: saidBefore,
    reviewed,
    ...before
  } = recordBefore(session, row);
  return {
    ...before,
    // Of the last attempt; if a person mended its work, these are still its agent's words.
    ...(facts === null
      ? saidBefore === undefined
        ? {}
        : { finalText: saidBefore }
      : finalTextOf(facts.outcome)),
    attempt: row.attempt,
    status,
    began: before.began ?? facts?.began ?? null,
    agent: facts?.agent ?? before.agent,
    ...endOf(closing, before),
    artifacts: gate.artifacts,
    ...(gate.before.length === 0 ? {} : { before: gate.before }),
    checks: gate.checks,
    notCaptured: gate.captured.notCaptured,
    normalised: gate.captured.normalised,
    attempts: withDetails(attempts, lines, row.phase),
    ...(reviewed === undefined || before.attempt !== row.attempt ? {} : { reviewed }),
    ...tallyAttempts(before, lines, row.phase, notes),
  };
}

/** However an agent ended before: if the gate holds, the work is complete. */
function endOf(
  { gate: { verdict }, facts, attempts, at }: Closing,
  before: PhaseRecord,
): Pick<PhaseRecord, 'ended' | 'outcome'> {
  if (verdict.kind !== 'fails') return { ended: facts?.ended ?? at, outcome: 'completed' };
  const outcome = facts?.outcome.kind ?? before.outcome ?? lastJudged(attempts)?.outcome ?? null;
  return { ended: facts?.ended ?? before.ended, outcome };
}
