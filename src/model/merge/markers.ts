import { CairnError } from '../../base/cairnError.ts';

/** What conflict markers call the two sides: letters, digits, `_` and `-`; not the same, in whatever case. */
export interface MergeLabels {
  readonly ours: string;
  readonly theirs: string;
}

/** What a merge of a phase's work with what was published beside it calls the two. */
export const labelsOf = (phase: string): MergeLabels => ({
  ours: 'published',
  theirs: phase === 'published' ? 'this-phase' : phase,
});

/**
 * How many lines of the text open or close a conflict as a merge with these labels lays it: seven `<` or `>` or more, a
 * label, and where a file was renamed its name on that side. A `=======` alone is also an underline.
 */
export const marksIn = (text: string, { ours, theirs }: MergeLabels): number =>
  text.match(new RegExp(`^(?:<{7,} ${ours}|>{7,} ${theirs})(?::.*)?\\r?$`, 'gm'))?.length ?? 0;

export const holdsMarkers = (text: string, labels: MergeLabels): boolean => marksIn(text, labels) > 0;

/** @throws `internal/unexpected` for labels that git would take for each other, or for no name */
export function requireLabels({ ours, theirs }: MergeLabels): void {
  const areNames = [ours, theirs].every((label) => /^[a-z0-9][a-z0-9_-]*$/i.test(label));
  if (areNames && ours.toLowerCase() !== theirs.toLowerCase()) return;
  throw new CairnError('internal/unexpected', { what: `sides of a merge called ${ours} and ${theirs}` });
}
