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
 * True if a line of the text opens or closes a conflict that a merge with these labels has laid: seven `<` or `>` or more, a
 * label, and where a file was renamed its name on that side. A `=======` alone is also an underline.
 */
export function holdsMarkers(text: string, { ours, theirs }: MergeLabels): boolean {
  return new RegExp(`^(?:<{7,} ${ours}|>{7,} ${theirs})(?::.*)?\\r?$`, 'm').test(text);
}

/** @throws `internal/unexpected` for labels that git would take for each other, or for no name */
export function requireLabels({ ours, theirs }: MergeLabels): void {
  const areNames = [ours, theirs].every((label) => /^[a-z0-9][a-z0-9_-]*$/i.test(label));
  if (areNames && ours.toLowerCase() !== theirs.toLowerCase()) return;
  throw new CairnError('internal/unexpected', { what: `sides of a merge called ${ours} and ${theirs}` });
}
