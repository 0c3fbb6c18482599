/** A run of lines that two texts share, or that only one of them has. Indexes are 0-based, `to` is exclusive. */
export interface Run {
  readonly kind: 'same' | 'removed' | 'added';
  readonly from: number;
  readonly to: number;
}

/** Beyond this many edits the rest is shown as replaced whole: the search costs the square of it. */
const MOST_EDITS = 2000;

/**
 * The shortest way from one list of lines to another (Myers' greedy algorithm). `same` and `removed` count in
 * `before`, `added` in `after`; where both change, what is removed comes first.
 */
export function diffLines(before: readonly string[], after: readonly string[]): readonly Run[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const middle = search(before.slice(start, before.length - end), after.slice(start, after.length - end));
  const shifted = middle.map(({ kind, from, to }) => ({ kind, from: from + start, to: to + start }));
  return joined([
    { kind: 'same', from: 0, to: start },
    ...shifted,
    { kind: 'same', from: before.length - end, to: before.length },
  ]);
}

function search(a: readonly string[], b: readonly string[]): readonly Run[] {
  const whole: readonly Run[] = [
    { kind: 'removed', from: 0, to: a.length },
    { kind: 'added', from: 0, to: b.length },
  ];
  if (a.length === 0 || b.length === 0) return whole;
  const limit = Math.min(a.length + b.length, MOST_EDITS);
  // furthest[k + limit + 1]: how far along `a` a path on diagonal k (x - y) got with the edits so far.
  const furthest = new Int32Array(2 * limit + 3);
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= limit; edits += 1) {
    trace.push(furthest.slice(limit - edits, limit + edits + 3));
    for (let k = -edits; k <= edits; k += 2) {
      const start = stepTo(k, edits, (diagonal) => furthest[diagonal + limit + 1] ?? 0);
      const x = slide(a, b, start.x, start.x - k);
      furthest[k + limit + 1] = x;
      if (x >= a.length && x - k >= b.length) return walkBack(trace, a.length, b.length);
    }
  }
  return whole;
}

/** The better of the two ways onto a diagonal: down (a line added) or to the right (a line removed). */
function stepTo(
  k: number,
  edits: number,
  reached: (diagonal: number) => number,
): { readonly down: boolean; readonly x: number } {
  const down = k === -edits || (k !== edits && reached(k - 1) < reached(k + 1));
  return { down, x: down ? reached(k + 1) : reached(k - 1) + 1 };
}

/** Along lines that are the same. */
function slide(a: readonly string[], b: readonly string[], fromX: number, fromY: number): number {
  let [x, y] = [fromX, fromY];
  while (x < a.length && y < b.length && a[x] === b[y]) [x, y] = [x + 1, y + 1];
  return x;
}

/** Reads the way back from the end of both texts through what each round had reached. */
function walkBack(trace: readonly Int32Array[], aLength: number, bLength: number): readonly Run[] {
  const runs: Run[] = [];
  let [x, y] = [aLength, bLength];
  for (let edits = trace.length - 1; edits > 0; edits -= 1) {
    const reached = trace[edits] ?? new Int32Array();
    const k = x - y;
    const { down, x: midX } = stepTo(k, edits, (diagonal) => reached[diagonal + edits + 1] ?? 0);
    const fromX = down ? midX : midX - 1;
    const fromY = fromX - (down ? k + 1 : k - 1);
    runs.push({ kind: 'same', from: midX, to: x });
    runs.push(
      down ? { kind: 'added', from: fromY, to: fromY + 1 } : { kind: 'removed', from: fromX, to: fromX + 1 },
    );
    [x, y] = [fromX, fromY];
  }
  runs.push({ kind: 'same', from: 0, to: x });
  return runs.reverse();
}

/** Empty runs out, neighbours of a kind together, and between two same runs removals before additions. */
function joined(runs: readonly Run[]): readonly Run[] {
  const result: Run[] = [];
  let removed: Run | null = null;
  let added: Run | null = null;
  const settle = (): void => {
    if (removed !== null) result.push(removed);
    if (added !== null) result.push(added);
    [removed, added] = [null, null];
  };
  const grow = (into: Run | null, run: Run): Run => (into === null ? run : { ...into, to: run.to });
  for (const run of runs) {
    if (run.from === run.to) continue;
    if (run.kind === 'removed') removed = grow(removed, run);
    else if (run.kind === 'added') added = grow(added, run);
    else {
      settle();
      const last: Run | undefined = result.at(-1);
      if (last?.kind === 'same' && last.to === run.from) result.splice(-1, 1, grow(last, run));
      else result.push(run);
    }
  }
  settle();
  return result;
}
