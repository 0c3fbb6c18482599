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

interface Fold {
  begun: Extract<JournalLine, { type: 'attempt-begun' }> | null;
  ended: Extract<JournalLine, { type: 'agent-ended' }> | null;
  /** A person asked for the stop, so it is no crash. */
  stopped: boolean;
  /** Attempts cut off in a row before the one that is open. */
  cutOffs: number;
  restore: JournalReading['restore'];
}

/** Folds the journal of a session into what a resume must know. */
export function readAttempts(lines: readonly JournalLine[]): JournalReading {
  const fold: Fold = { begun: null, ended: null, stopped: false, cutOffs: 0, restore: null };
  const failed: JournalReading['failed'][number][] = [];
  const highest = new Map<PhaseId, number>();
  for (const line of lines) {
    if (line.type === 'attempt-begun')
      highest.set(line.phase, Math.max(line.attempt, highest.get(line.phase) ?? 0));
    if (line.type === 'attempt-failed' && fold.begun !== null) {
      const { phase, attempt } = fold.begun;
      failed.push({ phase, attempt, outcome: line.outcome, reasons: line.reasons });
    }
    step(fold, line);
  }
  const processes = lines.filter((line) => line.type === 'process-started');
  return { open: openOf(fold), processes, failed, highest, restore: fold.restore };
}

function step(fold: Fold, line: JournalLine): void {
  switch (line.type) {
    case 'attempt-begun':
      Object.assign(fold, { begun: line, ended: null, stopped: false });
      break;
    case 'agent-ended':
      fold.ended = line;
      break;
    case 'attempt-failed':
      Object.assign(fold, { begun: null, cutOffs: 0 });
      break;
    case 'attempt-stopped':
      fold.stopped = true;
      break;
    case 'attempt-cut-off':
      Object.assign(fold, { begun: null, cutOffs: fold.cutOffs + 1 });
      break;
    case 'restore-begun':
      fold.restore = line;
      break;
    case 'restore-ended':
      fold.restore = null;
      break;
    case 'process-started':
    case 'gate-evaluated':
      break;
  }
}

function openOf({ begun, ended, stopped, cutOffs }: Fold): JournalReading['open'] {
  if (begun === null) return null;
  const { phase, attempt } = begun;
  return {
    phase,
    attempt,
    outcome: ended?.outcome ?? null,
    detail: ended?.detail ?? null,
    cutOffs: stopped ? 0 : cutOffs + 1,
  };
}
