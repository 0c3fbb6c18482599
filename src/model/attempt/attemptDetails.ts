import type { PhaseId } from '../names/ids.ts';
import type { JournalLine } from './journal.ts';
import type { PhaseRecord } from '../checkpoint/phaseRecord.ts';

type Judgement = PhaseRecord['attempts'][number];

/**
 * The same judgements, each with what the journal knows of the attempt it is of: who worked, with which model, and whether
 * that had to begin a session of its own anew. What was published already is left as it is.
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
