import { z } from 'zod';
import { inputNames } from '../toolSchema.ts';
import type { Reply } from '../turn.ts';
import { event, halves, textOf, type Frame, type Said, type Wire } from '../wire.ts';

const part = z.looseObject({
  functionResponse: z.looseObject({ response: z.unknown().optional() }).optional(),
});

const declaration = z.object({
  name: z.string(),
  parameters: inputNames,
  parametersJsonSchema: inputNames,
});

const body = z.object({
  systemInstruction: z.unknown().optional(),
  tools: z.array(z.object({ functionDeclarations: z.array(declaration).default([]) })).default([]),
  contents: z.array(z.object({ role: z.string().default('user'), parts: z.array(part) })),
});

const PATH = /\/models\/(?<model>[^/:]+):(?<method>generateContent|streamGenerateContent)$/;

/** `POST …/models/<model>:generateContent` and `:streamGenerateContent?alt=sse`. */
export const gemini: Wire = {
  name: 'gemini',
  read(path, value) {
    const place = PATH.exec(path)?.groups;
    const asked = place === undefined ? null : body.safeParse(value);
    if (place === undefined || !asked?.success) return null;
    const { systemInstruction, tools, contents } = asked.data;
    const first: readonly Said[] =
      systemInstruction === undefined ? [] : [{ by: 'system', text: textOf(systemInstruction) }];
    return {
      model: place['model'] ?? '',
      stream: place['method'] === 'streamGenerateContent',
      tools: tools
        .flatMap((tool) => tool.functionDeclarations)
        .map(({ name, parameters, parametersJsonSchema }) => ({
          name,
          inputs: [...parameters, ...parametersJsonSchema],
        })),
      conversation: [...first, ...contents.flatMap(saidIn)],
    };
  },
  events(reply, frame) {
    const parts = [...halves(reply.text).map((text) => ({ text })), ...calls(reply)];
    const last = parts.length - 1;
    return parts.map((one, index) => event(response(frame, [one], index === last)));
  },
  whole: (reply, frame) =>
    response(frame, [...(reply.text === '' ? [] : [{ text: reply.text }]), ...calls(reply)], true),
  error: (status, message) => ({
    error: { code: status, message, status: statusNames[status] ?? 'INTERNAL' },
  }),
};

const statusNames: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
};

/** Results of tools are parts of a message of the user; text next to them is what the agent adds, and no question. */
function saidIn({ role, parts }: z.infer<typeof body>['contents'][number]): readonly Said[] {
  const by = role === 'model' ? 'model' : 'user';
  const around = parts.some(({ functionResponse }) => functionResponse !== undefined) ? 'system' : by;
  return parts.map((one) =>
    one.functionResponse === undefined
      ? { by: around, text: textOf(one) }
      : { by: 'tool', text: textOf(one.functionResponse.response) },
  );
}

const calls = (reply: Reply): readonly object[] =>
  reply.calls.map(({ name, input }) => ({ functionCall: { name, args: input } }));

const response = (frame: Frame, parts: readonly object[], last: boolean): object => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, ...(last && { finishReason: 'STOP' }) }],
  modelVersion: frame.model,
  responseId: frame.id,
  usageMetadata: {
    promptTokenCount: frame.inputTokens,
    candidatesTokenCount: frame.outputTokens,
    totalTokenCount: frame.inputTokens + frame.outputTokens,
  },
});
