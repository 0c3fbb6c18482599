import type { JournalLine } from './journal.ts';
import type { PhaseId } from './ids.ts';

/** What a journal says of the attempts since the tip. */
export interface JournalReading {
  /** The attempt that has begun and was neither published nor given up. */
  readonly open: {
    readonly phase: PhaseId;
    readonly attempt: number;
    readonly outcome: string | null;
    readonly detail: string | null;
    readonly cutOffs: number;
  } | null;
  /** Process groups that may still live. */
  readonly processes: readonly Extract<JournalLine, { type: 'process-started' }>[];
  /** Attempts of this phase whose gate did not hold, since the tip. */
  readonly failed: readonly {
    readonly phase: PhaseId;
    readonly attempt: number;
    readonly outcome: string;
    readonly reasons: readonly string[];
  }[];
  /** The highest attempt number begun for each phase. */
  readonly highest: ReadonlyMap<PhaseId, number>;
  readonly restore: Extract<JournalLine, { type: 'restore-begun' }> | null;
}

/** Folds the journal of a session into what a resume must know. A stop that a person asked for is no crash. */
export function readAttempts(lines: readonly JournalLine[]): JournalReading {
  let open: Extract<JournalLine, { type: 'attempt-begun' }> | null = null;
  let ended: Extract<JournalLine, { type: 'agent-ended' }> | null = null;
  let stopped = false;
  let cutOffs = 0;
  let restore: JournalReading['restore'] = null;
  const processes: Extract<JournalLine, { type: 'process-started' }>[] = [];
  const failed: JournalReading['failed'][number][] = [];
  const highest = new Map<PhaseId, number>();
  for (const line of lines) {
    switch (line.type) {
      case 'attempt-begun':
        open = line;
        ended = null;
        stopped = false;
        highest.set(line.phase, Math.max(line.attempt, highest.get(line.phase) ?? 0));
        break;
      case 'process-started':
        processes.push(line);
        break;
      case 'agent-ended':
        ended = line;
        break;
      case 'attempt-failed':
        if (open !== null)
          failed.push({
            phase: open.phase,
            attempt: open.attempt,
            outcome: line.outcome,
            reasons: line.reasons,
          });
        open = null;
        cutOffs = 0;
        break;
      case 'attempt-stopped':
        stopped = true;
        break;
      case 'attempt-cut-off':
        cutOffs += 1;
        open = null;
        break;
      case 'restore-begun':
        restore = line;
        break;
      case 'restore-ended':
        restore = null;
        break;
      case 'gate-evaluated':
        break;
    }
  }
  return {
    open:
      open === null
        ? null
        : {
            phase: open.phase,
            attempt: open.attempt,
            outcome: ended?.outcome ?? null,
            detail: ended?.detail ?? null,
            cutOffs: stopped ? 0 : cutOffs + 1,
          },
    processes,
    failed,
    highest,
    restore,
  };
}
