import * as z from 'zod';

/*
 * What `codex exec --json` prints: openai/codex, codex-rs/exec/src/exec_events.rs. Only what we use; anything of an unexpected
 * shape counts as not said.
 */

const status = z.string().catch('completed');

const item = z.discriminatedUnion('type', [
  z.object({ id: z.string(), type: z.literal('agent_message'), text: z.string() }),
  z.object({ id: z.string(), type: z.literal('command_execution'), command: z.string(), status }),
  z.object({
    id: z.string(),
    type: z.literal('file_change'),
    changes: z.array(z.object({ path: z.string() })),
    status,
  }),
  z.object({
    id: z.string(),
    type: z.literal('mcp_tool_call'),
    server: z.string(),
    tool: z.string(),
    status,
  }),
  z.object({ id: z.string(), type: z.literal('web_search'), query: z.string() }),
  z.object({
    id: z.string(),
    type: z.literal('todo_list'),
    items: z.array(z.object({ text: z.string(), completed: z.boolean() })),
  }),
  z.object({ id: z.string(), type: z.literal('error'), message: z.string() }),
]);
export type CodexItem = z.infer<typeof item>;

const amount = z.number().nonnegative().nullish().catch(null);
const failure = z.object({ message: z.string() });

const event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('thread.started'), thread_id: z.string() }),
  z.object({ type: z.literal('turn.started') }),
  z.object({
    type: z.literal('turn.completed'),
    usage: z.object({ input_tokens: amount, output_tokens: amount }).optional().catch(undefined),
  }),
  z.object({ type: z.literal('turn.failed'), error: failure }),
  z.object({ type: z.literal('item.started'), item }),
  z.object({ type: z.literal('item.updated'), item }),
  z.object({ type: z.literal('item.completed'), item }),
  z.object({
    type: z.literal('request_user_input'),
    questions: z.array(
      z.object({
        question: z.string(),
        options: z
          .array(z.object({ label: z.string() }))
          .nullish()
          .catch(null),
      }),
    ),
  }),
  z.object({ type: z.literal('error'), message: z.string() }),
]);
export type CodexEvent = z.infer<typeof event>;

const ITS_OWN = /^(?:thread|turn|item)\.|^(?:error|request_user_input)$/;

/** Null if it is no event of this agent. `other`: an event that we do not use, or of an unknown shape. */
export function readCodexEvent(value: unknown): CodexEvent | { readonly type: 'other' } | null {
  const said = z.object({ type: z.string() }).safeParse(value);
  if (!said.success || !ITS_OWN.test(said.data.type)) return null;
  return event.safeParse(value).data ?? { type: 'other' };
}
