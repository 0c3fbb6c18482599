import { readReached } from '../limits/readReached.ts';
import type { AgentOutcome } from '../agent/agentOutcome.ts';
import type { CommitId, PhaseId, Timestamp } from '../names/ids.ts';
import type { JournalLine } from './journal.ts';

type Line<T extends JournalLine['type']> = Extract<JournalLine, { readonly type: T }>;

/** How an agent ended, as the journal has it. */
export type Ended = Omit<Line<'agent-ended'>, 'type'>;

/** An attempt that has begun and was neither published nor given up. */
export interface OpenAttempt {
  readonly phase: PhaseId;
  readonly attempt: number;
  /** The checkpoint that it began on. */
  readonly tip: CommitId;
  readonly began: Timestamp;
  readonly agent: { readonly kind: string | null; readonly name: string };
  /** What the agent called its own session last; null when it did not say. */
  readonly hint: string | null;
  /** How its agent ended; null when it had not. */
  readonly ended: Ended | null;
  /** Attempts of the phase cut off in a row, this one included; a stop that a person asked for is none. */
  readonly cutOffs: number;
}

/** What a journal says of the attempts since the tip. */
export interface JournalReading {
  /** The attempt begun last, whatever became of it. */
  readonly begun: Pick<OpenAttempt, 'phase' | 'attempt' | 'tip'> | null;
  readonly open: OpenAttempt | null;
  /** The attempt begun last, when its gate did not hold and a retry was left: the next one was to begin. */
  readonly retrying: {
    readonly phase: PhaseId;
    readonly attempt: number;
    /** How its agent ended. */
    readonly outcome: string;
    /** The provider of its agent refused it: the next one begins then. */
    readonly until?: Timestamp;
  } | null;
  /** Process groups that may still live. */
  readonly processes: readonly Line<'process-started'>[];
  /** Attempts whose gate did not hold, since the tip. */
  readonly failed: readonly {
    readonly phase: PhaseId;
    readonly attempt: number;
    readonly outcome: string;
    readonly reasons: readonly string[];
  }[];
  /** The highest number that an attempt of each phase has had. */
  readonly highest: ReadonlyMap<PhaseId, number>;
  /** A restore that has begun and not ended. */
  readonly restore: Line<'restore-begun'> | null;
  /** All of them, ended or not: each names what its undo puts back. */
  readonly restores: readonly Line<'restore-begun'>[];
}

/** Folds the journal of a session into what a resume must know. */
export function readAttempts(lines: readonly JournalLine[]): JournalReading {
  const highest = new Map<PhaseId, number>();
  // If its beginning was damaged, all we know is that it was cut off.
  const named = lines.filter((line) => line.type === 'attempt-begun' || line.type === 'attempt-cut-off');
  for (const { phase, attempt } of named) highest.set(phase, Math.max(attempt, highest.get(phase) ?? 0));
  const restoring = lines.findLast((line) => line.type === 'restore-begun' || line.type === 'restore-ended');
  return {
    begun: lines.findLast((line) => line.type === 'attempt-begun') ?? null,
    open: openAttempt(lines),
    retrying: retrying(lines),
    processes: lines.filter((line) => line.type === 'process-started'),
    failed: failedAttempts(lines),
    highest,
    restore: restoring?.type === 'restore-begun' ? restoring : null,
    restores: lines.filter((line) => line.type === 'restore-begun'),
  };
}

/**
 * The attempt begun last, unless its gate was evaluated and it was given up.
 *
 * One that a resume has found cut off stays open until the next begins: a resume that dies between the two must
 * find it again, or what it left behind would pass for a person's work.
 */
function openAttempt(lines: readonly JournalLine[]): OpenAttempt | null {
  const at = lines.findLastIndex((line) => line.type === 'attempt-begun');
  const begun = lines[at];
  if (begun?.type !== 'attempt-begun') return null;
  const since = lines.slice(at);
  if (since.some((line) => line.type === 'attempt-failed')) return null;
  // One that is found cut off although its agent had ended: what is written of it cannot be trusted.
  const isLost = since.some((line) => line.type === 'attempt-cut-off' && line.attempt === begun.attempt);
  return {
    phase: begun.phase,
    attempt: begun.attempt,
    tip: begun.tip,
    began: begun.at,
    agent: { kind: begun.agentKind ?? null, name: begun.agent },
    hint: since.findLast((line) => line.type === 'session-hint')?.id ?? null,
    ended: isLost ? null : (since.findLast((line) => line.type === 'agent-ended') ?? null),
    cutOffs: cutOffsInARow(lines),
  };
}

function retrying(lines: readonly JournalLine[]): JournalReading['retrying'] {
  const last = lines.findLast((line) => line.type === 'attempt-begun' || line.type === 'attempt-failed');
  const begun = lines.findLast((line) => line.type === 'attempt-begun');
  if (last?.type !== 'attempt-failed' || begun === undefined) return null;
  const { until, outcome } = last;
  return { phase: begun.phase, attempt: begun.attempt, outcome, ...(until === undefined ? {} : { until }) };
}

/** Counted back from the end, until an attempt that ended in any other way or was stopped by a person. */
function cutOffsInARow(lines: readonly JournalLine[]): number {
  let count = 0;
  for (const line of lines) {
    if (line.type === 'attempt-begun') count += 1;
    else if (line.type === 'attempt-failed' || line.type === 'attempt-stopped') count = 0;
  }
  return count;
}

function failedAttempts(lines: readonly JournalLine[]): JournalReading['failed'] {
  const failed: JournalReading['failed'][number][] = [];
  let begun: Line<'attempt-begun'> | null = null;
  for (const line of lines) {
    if (line.type === 'attempt-begun') begun = line;
    // A resume that died after finding an attempt cut off finds it again.
    if (line.type === 'attempt-cut-off' && failed.at(-1)?.attempt !== line.attempt)
      failed.push({ phase: line.phase, attempt: line.attempt, outcome: 'cut-off', reasons: [] });
    if (line.type !== 'attempt-failed') continue;
    const { phase, attempt, outcome, reasons } = { ...begun, ...line };
    if (phase !== undefined && attempt !== undefined) failed.push({ phase, attempt, outcome, reasons });
  }
  return failed;
}

const completedWith = (finalText: string | undefined): AgentOutcome =>
  finalText === undefined ? { kind: 'completed' } : { kind: 'completed', finalText };

/** How an agent ended, as far as the journal knows. */
export function agentOutcomeOf({ outcome, detail, ms, finalText }: Ended): AgentOutcome {
  const said = detail ?? '';
  switch (outcome) {
    case 'completed':
      return completedWith(finalText);
    case 'cancelled':
      return { kind: outcome };
    case 'needs-input':
      return { kind: 'needs-input', question: said };
    case 'refused':
      return { kind: outcome, reason: said };
    case 'timed-out':
    case 'stalled':
      return { kind: outcome, afterMs: ms };
    case 'limited':
      return { kind: 'limited', reached: readReached(said) };
    case 'rate-limited':
      return { kind: 'rate-limited', retryAfterMs: null };
    case 'unauthenticated':
      return { kind: 'unauthenticated', login: detail };
    case 'crashed':
      return { kind: 'crashed', reason: said, exitCode: null };
    default:
      // A word of a newer Cairn: it did not complete, and that is all that matters here.
      return { kind: 'crashed', reason: `the agent ended as ${outcome}`, exitCode: null };
  }
}
