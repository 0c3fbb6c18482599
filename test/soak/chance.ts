/** Numbers that are the same for the same seed (mulberry32): what a soak does follows from its seed alone. */
export interface Chance {
  /** At least 0, less than 1. */
  next(): number;
  /** At least `from`, less than `to`. */
  between(from: number, to: number): number;
  /** True in so many of a hundred cases. */
  percent(many: number): boolean;
}

export function chanceOf(seed: number): Chance {
  let state = (seed + 0x9e3779b9) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (from, to) => from + next() * (to - from),
    percent: (many) => next() * 100 < many,
  };
}
