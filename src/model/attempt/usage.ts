import * as z from 'zod';

const amount = z.number().min(0).nullable().catch(null);
const usage = z.object({
  inputTokens: amount,
  outputTokens: amount,
  /** All it counts, where it tells no more than a sum. */
  totalTokens: amount,
  /** US dollars. */
  costUsd: amount,
});

/** What an agent says it has used; what it does not say is null, never 0. */
export type Usage = Readonly<z.infer<typeof usage>>;

/** Over attempts: what one of them does not say is left out of the sum, and stays null where none says it. */
export function sumUsage(all: readonly Usage[]): Usage | null {
  if (all.length === 0) return null;
  const sum = (key: keyof Usage): number | null =>
    all.reduce<number | null>((so, one) => {
      const value = one[key];
      return value === null ? so : (so ?? 0) + value;
    }, null);
  return {
    inputTokens: sum('inputTokens'),
    outputTokens: sum('outputTokens'),
    totalTokens: sum('totalTokens'),
    costUsd: sum('costUsd'),
  };
}

/** Usage as a record holds it; null where nothing is said that we understand. */
export function readUsage(value: unknown): Usage | null {
  const read = usage.safeParse(value);
  return read.success && Object.values(read.data).some((one) => one !== null) ? read.data : null;
}
