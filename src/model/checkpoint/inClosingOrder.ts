import type { PhaseRecord } from './phaseRecord.ts';

type Written = Pick<PhaseRecord, 'seq' | 'inherited'>;

/**
 * Compares two records of a session by which was written first: by seq. Those that a fork brought along have its seq, all
 * of them, and say their order beside.
 */
export function inClosingOrder(a: Written, b: Written): number {
  return a.seq - b.seq || (a.inherited?.order ?? 0) - (b.inherited?.order ?? 0);
}
