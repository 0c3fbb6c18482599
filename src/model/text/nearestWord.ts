/** The known word that `word` most likely means, or null if none is near. */
export function nearestWord(word: string, known: readonly string[]): string | null {
  let best: string | null = null;
  let least = word.length <= 3 ? 2 : 3;
  if (word.length > 60) return null;
  for (const candidate of known) {
    const away = distance(word.toLowerCase(), candidate.toLowerCase());
    if (away < least) {
      least = away;
      best = candidate;
    }
  }
  return best;
}

/** The number of insertions, deletions and replacements between two words. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
