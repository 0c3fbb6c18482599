export type CountTokens = (text: string) => number;

/** Counts tokens line by line, each distinct line once: a cheap estimate that is off by a few. */
export function lineCosts(count: CountTokens): CountTokens {
  const cost = remembered(count);
  return (text) => text.split('\n').reduce((sum, line) => sum + cost(`${line}\n`), 0);
}

/** Counts each text only once. */
export function remembered(count: CountTokens): CountTokens {
  const known = new Map<string, number>();
  return (text) => {
    const tokens = known.get(text) ?? count(text);
    known.set(text, tokens);
    return tokens;
  };
}

/**
 * Renders a text that contains its own token count. Only the number's length affects the count (o200k_base takes three digits
 * at a time), so the second try fits.
 */
export function countingItself(
  write: (tokens: number) => string,
  guess: number,
  count: CountTokens,
): { readonly text: string; readonly tokens: number } {
  let tokens = guess;
  for (let tries = 0; tries < 4; tries++) {
    const text = write(tokens);
    const counted = count(text);
    if (counted === tokens) return { text, tokens };
    tokens = counted;
  }
  return { text: write(tokens), tokens };
}

/**
 * Length in characters of a prefix of `text` with at most `limit` tokens; at most about 2 % shorter than possible.
 *
 * Counts only pieces near the answer, not all of a large text.
 */
export function fittingLength(text: string, limit: number, count: CountTokens): number {
  let fits = 0;
  let over = text.length + 1;
  let at = Math.min(text.length, limit * 4);
  for (let tries = 0; tries < 16 && at > 0 && over - fits > 1 + fits / 50; tries++) {
    const tokens = count(text.slice(0, at));
    if (tokens <= limit) fits = at;
    else over = at;
    const guess = Math.floor((at * limit) / Math.max(1, tokens));
    const within = guess > fits && guess < over;
    at = within ? guess : Math.floor((fits + over) / 2);
  }
  return fits;
}
