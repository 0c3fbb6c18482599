import { z } from 'zod';
import { inputNames } from '../toolSchema.ts';
import type { Reply } from '../turn.ts';
import { event, halves, textOf, type Frame, type Said, type Wire } from '../wire.ts';

const block = z.looseObject({ type: z.string() });

const body = z.object({
  model: z.string(),
  stream: z.boolean().default(false),
  system: z.unknown().optional(),
  tools: z.array(z.object({ name: z.string(), input_schema: inputNames })).default([]),
  messages: z.array(z.object({ role: z.string(), content: z.union([z.string(), z.array(block)]) })),
});

/** `POST …/messages`. */
export const anthropic: Wire = {
  name: 'anthropic',
  read(path, value) {
    const asked = path.endsWith('/messages') ? body.safeParse(value) : null;
    if (!asked?.success) return null;
    const { model, stream, system, tools, messages } = asked.data;
    const first: readonly Said[] = system === undefined ? [] : [{ by: 'system', text: textOf(system) }];
    return {
      model,
      stream,
      tools: tools.map(({ name, input_schema }) => ({ name, inputs: input_schema })),
      conversation: [...first, ...messages.flatMap(saidIn)],
    };
  },
  events(reply, frame) {
    const lines: string[] = [];
    const push = (type: string, rest: object = {}): void => {
      lines.push(event({ type, ...rest }, type));
    };
    push('message_start', { message: { ...message(frame, [], null), usage: usage(frame, 0) } });
    for (const [index, content] of blocks(reply, frame).entries()) {
      push('content_block_start', { index, content_block: content.opened });
      for (const delta of content.deltas) push('content_block_delta', { index, delta });
      push('content_block_stop', { index });
    }
    const delta = { stop_reason: reasonOf(reply), stop_sequence: null };
    push('message_delta', { delta, usage: { output_tokens: frame.outputTokens } });
    push('message_stop');
    return lines;
  },
  whole: (reply, frame) => ({
    ...message(
      frame,
      blocks(reply, frame).map(({ whole }) => whole),
      reasonOf(reply),
    ),
    usage: usage(frame, frame.outputTokens),
  }),
  error: (status, text) => ({
    type: 'error',
    error: { type: errorTypes[status] ?? 'api_error', message: text },
  }),
};

const errorTypes: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

/** Results of tools are blocks in a message of the user; text next to them is what the agent adds, and no question. */
function saidIn({ role, content }: z.infer<typeof body>['messages'][number]): readonly Said[] {
  const by = role === 'assistant' ? 'model' : 'user';
  if (typeof content === 'string') return [{ by, text: content }];
  const isResult = ({ type }: z.infer<typeof block>): boolean => type === 'tool_result';
  const around = content.some(isResult) ? 'system' : by;
  return content.map((one) => ({ by: isResult(one) ? 'tool' : around, text: textOf(one) }));
}

const reasonOf = (reply: Reply): string => (reply.calls.length > 0 ? 'tool_use' : 'end_turn');

interface Block {
  readonly whole: object;
  readonly opened: object;
  readonly deltas: readonly object[];
}

function blocks(reply: Reply, frame: Frame): readonly Block[] {
  const text: Block = {
    whole: { type: 'text', text: reply.text },
    opened: { type: 'text', text: '' },
    deltas: halves(reply.text).map((part) => ({ type: 'text_delta', text: part })),
  };
  const calls = reply.calls.map(({ name, input }, index): Block => {
    const head = { type: 'tool_use', id: `toolu_${frame.id}_${index}`, name };
    return {
      whole: { ...head, input },
      opened: { ...head, input: {} },
      deltas: [{ type: 'input_json_delta', partial_json: JSON.stringify(input) }],
    };
  });
  return reply.text === '' ? calls : [text, ...calls];
}

const message = (frame: Frame, content: readonly object[], reason: string | null): object => ({
  id: `msg_${frame.id}`,
  type: 'message',
  role: 'assistant',
  model: frame.model,
  content,
  stop_reason: reason,
  stop_sequence: null,
});

const usage = (frame: Frame, outputTokens: number): object => ({
  input_tokens: frame.inputTokens,
  output_tokens: outputTokens,
});
