import { z } from 'zod';
import { inputNames } from '../toolSchema.ts';
import type { Reply } from '../turn.ts';
import { event, halves, textOf, type Frame, type Said, type Wire } from '../wire.ts';

const item = z.looseObject({ type: z.string().default('message'), role: z.string().optional() });

const body = z.object({
  model: z.string(),
  stream: z.boolean().default(false),
  instructions: z.string().nullish(),
  // Tools of the vendor's own, such as a web search, have no name.
  tools: z.array(z.object({ name: z.string().optional(), parameters: inputNames })).default([]),
  input: z.union([
    z.string().transform((content) => [{ type: 'message', role: 'user', content }]),
    z.array(item),
  ]),
});

/** `POST …/responses`. */
export const openAiResponses: Wire = {
  name: 'openai-responses',
  read(path, value) {
    const asked = path.endsWith('/responses') ? body.safeParse(value) : null;
    if (!asked?.success) return null;
    const { model, stream, instructions, tools, input } = asked.data;
    const system: readonly Said[] = instructions ? [{ by: 'system', text: instructions }] : [];
    return {
      model,
      stream,
      tools: tools.flatMap(({ name, parameters }) => (name ? [{ name, inputs: parameters }] : [])),
      conversation: [...system, ...input.map((one) => ({ by: speaker(one), text: textOf(one) }))],
    };
  },
  events(reply, frame) {
    const lines: string[] = [];
    const push = (type: string, rest: object): void => {
      lines.push(event({ type, sequence_number: lines.length, ...rest }, type));
    };
    push('response.created', { response: response(frame, 'in_progress', []) });
    const items = outputs(reply, frame);
    for (const [index, { text, value }] of items.entries()) {
      const place = { item_id: Reflect.get(value, 'id'), output_index: index };
      if (text === null) {
        push('response.output_item.added', { output_index: index, item: { ...value, arguments: '' } });
        const written = { arguments: Reflect.get(value, 'arguments') };
        push('response.function_call_arguments.delta', { ...place, delta: written.arguments });
        push('response.function_call_arguments.done', { ...place, ...written });
      } else {
        const part = { ...place, content_index: 0 };
        push('response.output_item.added', { output_index: index, item: { ...value, content: [] } });
        push('response.content_part.added', { ...part, part: outputText('') });
        for (const delta of halves(text)) push('response.output_text.delta', { ...part, delta });
        push('response.output_text.done', { ...part, text });
        push('response.content_part.done', { ...part, part: outputText(text) });
      }
      push('response.output_item.done', { output_index: index, item: value });
    }
    push('response.completed', {
      response: response(
        frame,
        'completed',
        items.map(({ value }) => value),
      ),
    });
    return lines;
  },
  whole: (reply, frame) =>
    response(
      frame,
      'completed',
      outputs(reply, frame).map(({ value }) => value),
    ),
  error: (status, message) => ({ error: { message, type: `scripted_${status}`, param: null, code: null } }),
};

function speaker({ type, role }: z.infer<typeof item>): Said['by'] {
  if (type === 'function_call_output' || type === 'custom_tool_call_output') return 'tool';
  if (type !== 'message' || role === 'assistant') return 'model';
  return role === 'user' ? 'user' : 'system';
}

const outputText = (text: string): object => ({ type: 'output_text', text, annotations: [] });

/** Items of the output; `text` is null for a call. */
function outputs(
  reply: Reply,
  frame: Frame,
): readonly { readonly text: string | null; readonly value: object }[] {
  const said = {
    text: reply.text,
    value: {
      id: `msg_${frame.id}`,
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [outputText(reply.text)],
    },
  };
  const calls = reply.calls.map(({ name, input }, index) => ({
    text: null,
    value: {
      id: `fc_${frame.id}_${index}`,
      type: 'function_call',
      call_id: `call_${frame.id}_${index}`,
      name,
      arguments: JSON.stringify(input),
      status: 'completed',
    },
  }));
  return reply.text === '' ? calls : [said, ...calls];
}

const response = (frame: Frame, status: string, output: readonly object[]): object => ({
  id: `resp_${frame.id}`,
  object: 'response',
  created_at: 1_700_000_000,
  model: frame.model,
  status,
  output,
  usage: {
    input_tokens: frame.inputTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: frame.outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: frame.inputTokens + frame.outputTokens,
  },
});
