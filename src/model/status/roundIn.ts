import type { PhaseId } from '../names/ids.ts';
import type { StatusRow } from './status.ts';

/** The round that a phase is in; 1 of one that has no row. */
export const roundIn = (rows: readonly StatusRow[], phase: PhaseId | null): number =>
  rows.find((row) => row.phase === phase)?.round ?? 1;
