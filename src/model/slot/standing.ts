import { isPublished } from '../graph/isOver.ts';
import type { CommitId, PhaseId, TreeId } from '../names/ids.ts';
import type { StatusRow } from '../status/status.ts';

/** How a working tree of several stands: whose work is in it, on which checkpoint, and what lies there. */
export interface Standing {
  /** Null: nobody's. */
  readonly phase: PhaseId | null;
  /** The round of that phase: what is left of an earlier one is nobody's. */
  readonly round: number;
  /** The seq of the tip when that phase came into it. Absent: unknown. */
  readonly taken?: number;
  /** The checkpoint that it stands on. */
  readonly stands: CommitId;
  /** What lies there as long as nobody changes it, where that is neither the checkpoint nor held work on it. */
  readonly rests: TreeId | null;
  /** Commits of agents are looked for from there, where it was brought onto a later checkpoint. */
  readonly since: CommitId | null;
}

/** Nobody's, with nothing in it but that checkpoint. */
export const idleOn = (stands: CommitId): Standing => ({
  phase: null,
  round: 1,
  stands,
  rests: null,
  since: null,
});

/** Its phase leaves it: what was laid there of work that nobody has published is no more than work on what it stands on. */
export function vacated<S extends Pick<Standing, 'phase' | 'round' | 'rests'>>(
  standing: S,
  rows: readonly StatusRow[],
): S {
  if (standing.phase === null) return standing;
  return { ...standing, phase: null, rests: isPublished(standing, rows) ? standing.rests : null };
}
