/** What conflict markers call the two sides: `[a-z0-9][a-z0-9-]*`, not the same. */
export interface MergeLabels {
  readonly ours: string;
  readonly theirs: string;
}

/**
 * True if a line of the text opens or closes a conflict that a merge with these labels has laid: seven `<` or `>` or more, a
 * label, and where a file was renamed its name on that side. A `=======` alone is also an underline.
 */
export function holdsMarkers(text: string, { ours, theirs }: MergeLabels): boolean {
  return new RegExp(`^(?:<{7,} ${ours}|>{7,} ${theirs})(?::.*)?\\r?$`, 'm').test(text);
}
