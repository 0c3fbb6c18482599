import * as z from 'zod/mini';

const amount = z.catch(z.nullable(z.number().check(z.gte(0))), null);
const usage = z.object({
  inputTokens: amount,
  outputTokens: amount,
  /** All tokens, for agents that report only a sum. */
  totalTokens: amount,
  /** US dollars. */
  costUsd: amount,
});

/** What an agent says it has used; what it does not say is null, never 0. */
export type Usage = Readonly<z.infer<typeof usage>>;

/** The sum over attempts: unknown values are skipped, and stay null if no attempt knows them. */
export function sumUsage(all: readonly Usage[]): Usage | null {
  if (all.length === 0) return null;
  const sum = (key: keyof Usage): number | null =>
    all.reduce<number | null>((so, one) => {
      const value = one[key];
      return value === null ? so : (so ?? 0) + value;
    }, null);
  const keys = Object.keys(usage.shape) as readonly (keyof Usage)[];
  return Object.fromEntries(keys.map((key) => [key, sum(key)])) as unknown as Usage;
}

/** Usage as a record holds it; null if it says nothing that we understand. */
export function readUsage(value: unknown): Usage | null {
  const read = usage.safeParse(value);
  return read.success && Object.values(read.data).some((one) => one !== null) ? read.data : null;
}
