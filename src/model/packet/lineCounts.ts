/**
 * Counts the lines that a change adds and removes, by content: a moved line is neither. The same on every machine, whatever
 * git's settings.
 */
export function lineCounts(
  before: string,
  after: string,
): { readonly added: number; readonly removed: number } {
  const left = new Map<string, number>();
  for (const line of linesOf(before)) left.set(line, (left.get(line) ?? 0) + 1);
  let added = 0;
  for (const line of linesOf(after)) {
    const had = left.get(line) ?? 0;
    if (had === 0) added += 1;
    else left.set(line, had - 1);
  }
  return { added, removed: [...left.values()].reduce((sum, count) => sum + count, 0) };
}

/** Without the empty string after the last newline. */
const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));
