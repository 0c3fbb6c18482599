/** The known word that `word` most likely means, or null if none is near. */
export function nearestWord(word: string, known: readonly string[]): string | null {
  const lower = word.toLowerCase();
  let best: string | null = null;
  let least = word.length <= 3 ? 2 : 3;
  if (word.length > 60) return null;
  for (const candidate of known) {
    const away = distance(lower, candidate.toLowerCase(), least);
    if (away < least) {
      least = away;
      best = candidate;
    }
  }
  return best;
}

/** The number of insertions, deletions and replacements between two words, or `least` where it is that or more. */
function distance(a: string, b: string, least: number): number {
  if (Math.abs(a.length - b.length) >= least) return least;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    if (Math.min(...next) >= least) return least;
    row = next;
  }
  return row[b.length] ?? 0;
}
