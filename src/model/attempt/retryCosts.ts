/** How an attempt is said to have ended whose work does not merge. */
export const CONFLICT = 'conflict';

type Ends = readonly { readonly outcome: string }[];

/** The first attempt of a phase since its last checkpoint that resolves a conflict costs no retry. */
export const isFirstConflict = (before: Ends): boolean => before.every(({ outcome }) => outcome !== CONFLICT);

/**
 * Whether it has cost a retry that another attempt was to follow this one.
 *
 * @param before the attempts of the phase before it, since a checkpoint closed it last
 */
export const hasCost = (
  { outcome, until }: { readonly outcome: string; readonly until?: unknown },
  before: Ends,
): boolean =>
  // A provider that refused it for a while says nothing about the work.
  until === undefined && !(outcome === CONFLICT && isFirstConflict(before));
