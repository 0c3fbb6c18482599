import type { PhaseId } from '../names/ids.ts';
import type { JournalLine } from './journal.ts';
import type { PhaseRecord } from '../checkpoint/phaseRecord.ts';

type Judgement = PhaseRecord['attempts'][number];

/**
 * Adds to each judgement what the journal knows of its attempt: who worked, with which model, and whether the agent had to
 * begin a new session. Leaves published ones unchanged.
 */
export function withDetails(
  attempts: readonly Judgement[],
  lines: readonly JournalLine[],
  phase: PhaseId,
): readonly Judgement[] {
  const known = detailsOf(lines, phase);
  return attempts.map((judged) => ({ ...judged, ...known.get(judged.attempt) }));
}

type Details = Pick<Judgement, 'agent' | 'requestedModel' | 'model' | 'sessionExpired'>;

function detailsOf(lines: readonly JournalLine[], phase: PhaseId): ReadonlyMap<number, Details> {
  const known = new Map<number, Details>();
  let of: number | null = null;
  for (const line of lines) {
    if (line.type === 'attempt-begun') {
      of = line.phase === phase ? line.attempt : null;
      const { agent, requestedModel } = line;
      if (of !== null) known.set(of, { agent, ...(requestedModel === undefined ? {} : { requestedModel }) });
    }
    if (line.type !== 'agent-ended' || of === null) continue;
    const { model, sessionExpired } = line;
    known.set(of, {
      ...known.get(of),
      ...(model === undefined ? {} : { model }),
      ...(sessionExpired === undefined ? {} : { sessionExpired }),
    });
  }
  return known;
}
