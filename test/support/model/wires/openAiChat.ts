import { z } from 'zod';
import { inputNames } from '../toolSchema.ts';
import type { Reply } from '../turn.ts';
import { event, halves, textOf, type Frame, type Said, type Wire } from '../wire.ts';

const body = z.object({
  model: z.string(),
  stream: z.boolean().default(false),
  tools: z.array(z.object({ function: z.object({ name: z.string(), parameters: inputNames }) })).default([]),
  messages: z.array(z.object({ role: z.string(), content: z.unknown().optional() })),
});

const speakers: Readonly<Record<string, Said['by']>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'model',
  tool: 'tool',
};

/** `POST …/chat/completions`. */
export const openAiChat: Wire = {
  name: 'openai-chat',
  read(path, value) {
    const asked = path.endsWith('/chat/completions') ? body.safeParse(value) : null;
    if (!asked?.success) return null;
    const { model, stream, tools, messages } = asked.data;
    return {
      model,
      stream,
      tools: tools.map((tool) => ({ name: tool.function.name, inputs: tool.function.parameters })),
      conversation: messages.map(({ role, content }) => ({
        by: speakers[role] ?? 'user',
        text: textOf(content),
      })),
    };
  },
  events(reply, frame) {
    const chunk = (choices: readonly unknown[], rest: object = {}): string =>
      event({ ...head(frame, 'chat.completion.chunk'), choices, ...rest });
    const delta = (value: object, reason: string | null = null): string =>
      chunk([{ index: 0, delta: value, finish_reason: reason }]);
    return [
      delta({ role: 'assistant', content: '' }),
      ...halves(reply.text).map((content) => delta({ content })),
      ...toolCalls(reply, frame).map((made, index) => delta({ tool_calls: [{ index, ...made }] })),
      delta({}, reasonOf(reply)),
      chunk([], { usage: usage(frame) }),
      'data: [DONE]\n\n',
    ];
  },
  whole(reply, frame) {
    const calls = toolCalls(reply, frame);
    const message = {
      role: 'assistant',
      content: reply.text === '' ? null : reply.text,
      ...(calls.length > 0 && { tool_calls: calls }),
    };
    return {
      ...head(frame, 'chat.completion'),
      choices: [{ index: 0, message, finish_reason: reasonOf(reply) }],
      usage: usage(frame),
    };
  },
  error: (status, message) => ({ error: { message, type: `scripted_${status}`, param: null, code: null } }),
};

const head = (frame: Frame, object: string): object => ({
  id: frame.id,
  object,
  created: 1_700_000_000,
  model: frame.model,
});

const reasonOf = (reply: Reply): string => (reply.calls.length > 0 ? 'tool_calls' : 'stop');

const toolCalls = (reply: Reply, frame: Frame): readonly object[] =>
  reply.calls.map(({ name, input }, index) => ({
    id: `call_${frame.id}_${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));

const usage = (frame: Frame): object => ({
  prompt_tokens: frame.inputTokens,
  completion_tokens: frame.outputTokens,
  total_tokens: frame.inputTokens + frame.outputTokens,
});
