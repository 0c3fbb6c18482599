import * as z from 'zod';
import { readUsage, sumUsage, type Usage } from '../../model/attempt/usage.ts';
import type { AcpPrompted, AcpUpdate } from './acpMessages.ts';

const amount = z.number().nonnegative().nullish().catch(null);
/** Agents differ in how they write the keys. */
const fields = z.record(z.string(), z.unknown()).transform((said) => {
  const either = (key: string, other: string): number | null =>
    amount.parse(said[key]) ?? amount.parse(said[other]) ?? null;
  return {
    inputTokens: either('inputTokens', 'input_tokens'),
    outputTokens: either('outputTokens', 'output_tokens'),
    totalTokens: either('totalTokens', 'total_tokens'),
  };
});
const meta = z.union([
  z.object({ quota: z.object({ token_count: fields }) }).transform((told) => told.quota.token_count),
  z.object({ usage: fields }).transform((told) => told.usage),
]);

type UsageUpdate = Extract<AcpUpdate, { readonly sessionUpdate: 'usage_update' }>;

/** Adds up the usage of a conversation over all its turns. */
export function createUse() {
  let last: UsageUpdate | null = null;
  let calls: Usage[] = [];
  const turns: Usage[] = [];
  return {
    take(update: AcpUpdate): void {
      if (update.sessionUpdate === 'usage_update') last = update;
      const call = usageOfCall(update);
      if (call !== null) calls.push(call);
    },
    ended(answer: AcpPrompted): void {
      const turn = usageOf(answer, calls, null);
      if (turn !== null) turns.push(turn);
      calls = [];
    },
    // Agents report the cost of the whole session so far.
    sum: (): Usage | null => usageOf(null, turns, last),
  };
}

/** The usage of one model call, which some agents attach to its text. */
export const usageOfCall = (update: AcpUpdate): Usage | null =>
  update.sessionUpdate === 'agent_message_chunk'
    ? readUsage({ ...meta.safeParse(update._meta).data, costUsd: null })
    : null;

/**
 * The usage of a turn. Agents report it in five ways: in the answer to the prompt (`usage`), in its `_meta` (`quota`,
 * `usage`), with the text of each model call, in updates on the way (whose tokens say how full the context is, so only their
 * cost counts), or not at all.
 */
export function usageOf(
  answer: AcpPrompted | null,
  calls: readonly Usage[],
  lastUpdate: UsageUpdate | null,
): Usage | null {
  const { data: said } = fields.safeParse(answer?.usage);
  const { data: besides } = meta.safeParse(answer?._meta);
  const cost = lastUpdate?.cost;
  return readUsage({
    ...(said ?? besides ?? sumUsage(calls) ?? NOTHING),
    costUsd: cost?.currency === 'USD' ? cost.amount : null,
  });
}

const NOTHING = { inputTokens: null, outputTokens: null, totalTokens: null };
