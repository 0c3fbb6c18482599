import { CairnError } from '../../base/cairnError.ts';
import type { RepoPath, SessionId } from '../names/ids.ts';

/** How those who write over a working tree differ. */
export interface OverwritePolicy {
  /** A file in the way that no capture holds: rescue it, skip and tell it, or write nothing at all. */
  readonly uncaptured: 'rescue' | 'skip' | 'refuse';
  /** What must be there afterwards; if it is not, everything is taken back. */
  readonly needs: 'nothing' | 'what-git-can-make' | 'all';
  /** Which other failures take everything back: any, or only known ones such as a full disk. The next act mends the rest. */
  readonly takenBackAfter: 'any' | 'known';
  readonly refusal: (session: SessionId, missing: readonly Left[]) => CairnError;
}

/** A path that is not written, and why. */
export interface Left {
  readonly path: RepoPath;
  readonly why: string;
}

const pathsOf = (left: readonly Left[]): readonly RepoPath[] => left.map(({ path }) => path);

const restoreFailed: OverwritePolicy['refusal'] = (session, missing) =>
  new CairnError('data/restore-failed', { session, differing: pathsOf(missing) });

/** Of a restore, its undo, leftovers, and files that follow the tip: what no capture holds is rescued, then written over; what no rescue can keep stays, and is told. */
export const RESTORING: OverwritePolicy = {
  uncaptured: 'rescue',
  needs: 'what-git-can-make',
  takenBackAfter: 'any',
  refusal: restoreFailed,
};

/** For a rescue, and an incomplete session folder: writes what it can and tells the rest. */
export const APPLYING: OverwritePolicy = {
  uncaptured: 'skip',
  needs: 'nothing',
  takenBackAfter: 'known',
  refusal: restoreFailed,
};

/** For a landing: all or nothing. */
export const LANDING: OverwritePolicy = {
  uncaptured: 'refuse',
  needs: 'all',
  takenBackAfter: 'known',
  refusal: (session, missing) =>
    new CairnError('repo/land-conflict', { session, files: pathsOf(missing), conflicts: [] }),
};

type DiskKind = 'file' | 'link' | 'folder' | 'special';

/** What is known of one path that would be written or removed. */
export interface PathFacts {
  readonly path: RepoPath;
  /** True if nothing replaces it. */
  readonly removed: boolean;
  readonly submodule: boolean;
  /** True if the captured tree has it. */
  readonly held: boolean;
  /** Why the capture left it out, or took something else than what is on disk; null if it did neither. */
  readonly notCaptured: string | null;
  /** True if it was captured, but git would not give back its bytes. */
  readonly normalised: boolean;
  readonly there: DiskKind | null;
  /** True if only its size kept it out: a rescue takes it by name. */
  readonly large: boolean;
  /** Why no rescue can keep it; null if one can. */
  readonly unkept: string | null;
  /** The existing folders above it, outermost first. */
  readonly above: readonly { readonly path: string; readonly kind: DiskKind }[];
}

/** Files that the act itself wants to keep. */
export interface Staying {
  /** Kept and told, even if a capture holds them by now. */
  readonly spared: ReadonlySet<string>;
  /** Written over, never removed. */
  readonly notRemoved: ReadonlySet<string>;
}

/** What becomes of each path. */
export interface OverwritePlan {
  readonly written: readonly RepoPath[];
  readonly removed: readonly RepoPath[];
  /** Of these, the files that no capture holds: a rescue takes them by name. */
  readonly rescuedFirst: readonly RepoPath[];
  readonly skipped: readonly Left[];
  /** Of the skipped, those that the act itself wants to keep: they count as written. */
  readonly spared: readonly RepoPath[];
  /** Not empty: nothing may be written. */
  readonly refused: readonly Left[];
}

type Fate =
  | { readonly is: 'written' | 'removed'; readonly rescuedFirst: boolean }
  | { readonly is: 'skipped' | 'spared' | 'refused'; readonly why: string }
  | { readonly is: 'untouched' };

/** Decides what may be written over. */
export function planOverwrite(
  facts: readonly PathFacts[],
  uncaptured: OverwritePolicy['uncaptured'],
  staying: Staying = { spared: new Set(), notRemoved: new Set() },
): OverwritePlan {
  const cleared = facts.filter(({ removed }) => removed).map(({ path }) => path);
  const fates = facts.map((fact) => ({ path: fact.path, ...fateOf(fact, uncaptured, staying, cleared) }));
  const those = (is: Fate['is']): readonly RepoPath[] =>
    fates.filter((fate) => fate.is === is).map(({ path }) => path);
  const left = fates.flatMap((fate) => ('why' in fate ? [fate] : []));
  return {
    written: those('written'),
    removed: those('removed'),
    rescuedFirst: fates.flatMap((fate) => ('rescuedFirst' in fate && fate.rescuedFirst ? [fate.path] : [])),
    skipped: left.filter(({ is }) => is !== 'refused').map(({ path, why }) => ({ path, why })),
    spared: those('spared'),
    refused: left.filter(({ is }) => is === 'refused').map(({ path, why }) => ({ path, why })),
  };
}

function fateOf(
  fact: PathFacts,
  uncaptured: OverwritePolicy['uncaptured'],
  { spared, notRemoved }: Staying,
  cleared: readonly string[],
): Fate {
  if (spared.has(fact.path) && fact.there !== null)
    return { is: 'spared', why: 'it was in no checkpoint before the restore, and stays' };
  if (uncaptured !== 'rescue') return fateWithoutRescue(fact, uncaptured);
  const why = whyInTheWay(fact, cleared) ?? whyNotRescued(fact);
  if (why !== null) return { is: 'skipped', why };
  if (fact.removed && notRemoved.has(fact.path)) return { is: 'untouched' };
  return { is: fact.removed ? 'removed' : 'written', rescuedFirst: isUnseen(fact) };
}

function fateWithoutRescue(fact: PathFacts, uncaptured: 'skip' | 'refuse'): Fate {
  const { notCaptured, held, there, normalised, removed } = fact;
  const why = notCaptured ?? (!held && there !== null ? 'git ignores it' : null);
  if (why !== null && uncaptured === 'skip')
    return { is: 'skipped', why: `what lies there was not captured: ${why}` };
  if (why !== null) return { is: 'refused', why };
  if (normalised && uncaptured === 'refuse')
    return { is: 'refused', why: 'git would not give back its bytes' };
  return { is: removed ? 'removed' : 'written', rescuedFirst: false };
}

/** True if something is on disk that the capture does not hold. */
const isUnseen = ({ held, notCaptured, there }: PathFacts): boolean =>
  there !== null && there !== 'folder' && (!held || notCaptured !== null);

function whyNotRescued(fact: PathFacts): string | null {
  if (!isUnseen(fact)) return null;
  if (fact.unkept !== null) return `${fact.unkept}, so no rescue keeps it`;
  // Left out for another reason than its size, such as a flag that the user set in the index.
  return fact.notCaptured !== null && !fact.large ? `not captured: ${fact.notCaptured}` : null;
}

/** Folders are never removed and links never followed. What the plan itself removes first is not in the way. */
function whyInTheWay(fact: PathFacts, cleared: readonly string[]): string | null {
  if (fact.submodule) return 'it is a submodule';
  if (fact.removed) return null;
  const isCleared = (place: string): boolean =>
    cleared.some((path) => path === place || path.startsWith(`${place}/`));
  const wrong = fact.above.find(({ path, kind }) => kind !== 'folder' && !isCleared(path));
  if (wrong !== undefined && wrong.kind !== 'folder') return WHY[wrong.kind](wrong.path);
  return fact.there === 'folder' && !isCleared(fact.path) ? 'a folder is in the way' : null;
}

const WHY = {
  link: (parent: string) => `${parent} is a link`,
  file: (parent: string) => `the file ${parent} is in the way`,
  special: (parent: string) => `${parent} is not a folder`,
};
