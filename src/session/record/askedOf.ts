import { GO_ON_HERE } from '../../model/checkpoint/goOnHere.ts';
import type { PhaseRecord } from '../../model/checkpoint/phaseRecord.ts';
import type { PhaseId } from '../../model/names/ids.ts';
import type { SessionRecord } from './sessionRecord.ts';

/**
 * What a phase that waits, waits for: a yes, a yes to its packet, an answer, where HEAD should be, or work that a person
 * does by hand.
 */
export type Asked = 'approval' | 'packet' | 'question' | 'head' | 'work';

/** The phases that are held up and tried again, once: those that are blocked, and those that wait for work that a person may have done. */
export const triedAgain = ({
  status,
  records,
}: Pick<SessionRecord, 'status' | 'records'>): readonly PhaseId[] =>
  status.rows
    .filter(
      ({ phase, status: is }) =>
        is === 'blocked' || (is === 'waiting' && askedOf(records.get(phase)) === 'work'),
    )
    .map(({ phase }) => phase);

export function askedOf(record: PhaseRecord | undefined): Asked {
  if (record?.question === undefined) return 'approval';
  if (record.question.about === 'packet') return 'packet';
  if (record.question.options?.includes(GO_ON_HERE) === true) return 'head';
  return record.agent?.kind === 'manual' && record.outcome === 'needs-input' ? 'work' : 'question';
}
