import { isOver, isPublished } from '../graph/isOver.ts';
import type { CommitId, PhaseId, TreeId } from '../names/ids.ts';
import type { StatusRow } from '../status/status.ts';

/** How a working tree of several stands: whose work is in it, on which checkpoint, and what lies there. */
export interface Standing {
  /** Null: nobody's. */
  readonly phase: PhaseId | null;
  /** The round of that phase, or of the one that was in it last: what is left of an earlier one is nobody's. */
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

/** The same as this machine has noted it. */
export interface NotedStanding extends Omit<Standing, 'stands'> {
  /** Null: unknown. */
  readonly stands: CommitId | null;
  /** It goes on to that checkpoint, if it comes to be, and that lies there then. Null or absent: it stays. */
  readonly moving?: { readonly to: CommitId; readonly rests: TreeId | null } | null;
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

/**
 * How it stands by what is noted. A phase that is finished by now, or in another round, has left it. So has every phase where the branch was
 * rewritten below it: what lies there is on nothing that the session has.
 *
 * @param at `isKnown`: a working tree of the session may stand there
 */
export function standingOf(
  { moving = null, ...noted }: NotedStanding,
  at: {
    readonly tip: CommitId;
    readonly rows: readonly StatusRow[];
    readonly isKnown: (commit: CommitId) => boolean;
  },
): Standing {
  // A checkpoint that came to be took it along.
  const { stands, rests } =
    moving !== null && at.isKnown(moving.to) ? { stands: moving.to, rests: moving.rests } : noted;
  if (stands === null || !at.isKnown(stands)) return { ...noted, phase: null, stands: at.tip, rests: null };
  const { phase, round } = noted;
  const standing = { ...noted, stands, rests };
  return phase !== null && isOver({ phase, round }, at.rows) ? vacated(standing, at.rows) : standing;
}
