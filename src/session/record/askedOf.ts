import type { PhaseRecord } from '../../model/checkpoint/phaseRecord.ts';

/** The answer that takes the tree of another HEAD; only the question where to go on offers it. */
export const GO_ON_HERE = 'go on here';

/**
 * What a phase that waits, waits for: a yes, a yes to its packet, an answer, where HEAD should be, or work that a person
 * does by hand.
 */
export type Asked = 'approval' | 'packet' | 'question' | 'head' | 'work';

export function askedOf(record: PhaseRecord | undefined): Asked {
  if (record?.question === undefined) return 'approval';
  if (record.question.about === 'packet') return 'packet';
  if (record.question.options?.includes(GO_ON_HERE) === true) return 'head';
  return record.agent?.kind === 'manual' && record.outcome === 'needs-input' ? 'work' : 'question';
}
