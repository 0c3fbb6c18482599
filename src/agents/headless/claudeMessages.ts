import * as z from 'zod';

/*
 * What `claude -p --output-format stream-json --verbose` prints (Claude Code 2.1), and likewise Qwen Code. Only what we use;
 * anything of an unexpected shape counts as not said.
 */

const text = z.string().optional().catch(undefined);
const amount = z.number().nonnegative().nullish().catch(null);

const block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({
    type: z.literal('tool_use'),
    id: z.string(),
    name: z.string(),
    input: z.record(z.string(), z.unknown()).catch({}),
  }),
  z.object({ type: z.literal('tool_result'), tool_use_id: z.string(), is_error: z.boolean().nullish() }),
]);
export type ClaudeBlock = z.infer<typeof block>;

/** Drops blocks of other kinds (thinking, images). */
const blocks = z
  .array(z.unknown())
  .catch([])
  .transform((all) => all.flatMap((one) => block.safeParse(one).data ?? []));

const denial = z.object({
  tool_name: z.string(),
  tool_use_id: text,
  tool_input: z.record(z.string(), z.unknown()).catch({}),
});
export type ClaudeDenial = z.infer<typeof denial>;

const result = z.object({
  type: z.literal('result'),
  subtype: z.string().catch('success'),
  is_error: z.boolean().catch(false),
  result: text,
  errors: z.array(z.string()).catch([]),
  error: z.object({ message: z.string() }).optional().catch(undefined),
  api_error_status: z.number().nullish().catch(null),
  stop_reason: z.string().nullish().catch(null),
  session_id: text,
  total_cost_usd: amount,
  usage: z
    .object({
      input_tokens: amount,
      output_tokens: amount,
      cache_creation_input_tokens: amount,
      cache_read_input_tokens: amount,
    })
    .optional()
    .catch(undefined),
  permission_denials: z
    .array(z.unknown())
    .catch([])
    .transform((all) => all.flatMap((one) => denial.safeParse(one).data ?? [])),
});
export type ClaudeResult = z.infer<typeof result>;

const message = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('system'),
    subtype: z.string().catch(''),
    session_id: text,
    model: text,
    permissionMode: text,
    permission_mode: text,
    attempt: amount,
    max_retries: amount,
    retry_delay_ms: amount,
    error_status: amount,
    error: text,
  }),
  z.object({
    type: z.literal('assistant'),
    message: z.object({ content: blocks }),
    // From a subagent: not the agent's own words.
    parent_tool_use_id: z.string().nullish().catch(null),
    error: text,
  }),
  z.object({ type: z.literal('user'), message: z.object({ content: blocks }) }),
  z.object({
    type: z.literal('rate_limit_event'),
    rate_limit_info: z.object({ status: text, resetsAt: amount }),
  }),
  result,
]);
export type ClaudeMessage = z.infer<typeof message>;

const KINDS: ReadonlySet<unknown> = new Set([
  'system',
  'assistant',
  'user',
  'result',
  'rate_limit_event',
  'stream_event',
]);

/** Stands in for a missing result of an agent that had reported a failure. */
export const NO_RESULT: ClaudeResult = result.parse({ type: 'result', is_error: true });

/** Null if it is no message of this agent. `other`: a message that we do not use, or of an unknown shape. */
export function readClaudeMessage(value: unknown): ClaudeMessage | { readonly type: 'other' } | null {
  const said = z.object({ type: z.string() }).safeParse(value);
  if (!said.success || !KINDS.has(said.data.type)) return null;
  return message.safeParse(value).data ?? { type: 'other' };
}
