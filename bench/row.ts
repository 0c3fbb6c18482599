/** One line of the table in `bench/README.md`. */
export interface BenchRow {
  readonly measure: string;
  readonly at: string;
  /** What it is compared with; empty where a number is only told. */
  readonly against: string;
  /** Median of ours over median of theirs, from one interleaved run; null where there is nothing to compare. */
  readonly ratio: number | null;
  readonly bar: string;
  /** Null where nothing is promised. */
  readonly holds: boolean | null;
  /** The medians behind the ratio, and what else is worth knowing. */
  readonly note: string;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Milliseconds that a task takes. */
export async function timed(task: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await task();
  return performance.now() - began;
}

/**
 * Runs tasks in turn, round after round, so that a slow moment of the machine meets all of them.
 * The first round warms caches up and does not count. Answers the medians, in milliseconds.
 */
export async function interleaved(
  rounds: number,
  tasks: readonly (() => Promise<number>)[],
): Promise<number[]> {
  const times: number[][] = tasks.map(() => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [at, task] of tasks.entries()) {
      const ms = await task();
      if (round > 0) times[at]?.push(ms);
    }
  }
  return times.map(median);
}

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
