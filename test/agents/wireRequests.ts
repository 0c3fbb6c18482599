/** What one wire format is asked with. */
export interface Question {
  readonly asked: string;
  readonly tools?: boolean;
  readonly stream?: boolean;
  /** What the tool gave back, when it has been called. */
  readonly result?: string;
  /** What the agent adds to that, where the format has a place for it. */
  readonly added?: string;
  /** What the user says after that. */
  readonly next?: string;
}

const parameters = {
  type: 'object',
  properties: { filePath: { type: 'string' }, content: { type: 'string' } },
};

/** The same question in each wire format, as agents put it. */
export const wireRequests: Readonly<
  Record<string, (question: Question) => { readonly path: string; readonly body: object }>
> = {
  'OpenAI chat': ({ asked, tools = true, stream = true, result, next }) => ({
    path: '/v1/chat/completions',
    body: {
      model: 'm',
      stream,
      messages: [
        { role: 'system', content: 'be brief' },
        { role: 'user', content: [{ type: 'text', text: asked }] },
        ...when(result, { role: 'assistant', content: null }, { role: 'tool', content: result }),
        ...when(next, { role: 'user', content: next }),
      ],
      ...(tools && { tools: [{ type: 'function', function: { name: 'write', parameters } }] }),
    },
  }),
  'OpenAI Responses': ({ asked, tools = true, stream = true, result, next }) => ({
    path: '/v1/responses',
    body: {
      model: 'm',
      stream,
      instructions: 'be brief',
      input: [
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: asked }] },
        ...when(
          result,
          { type: 'function_call', name: 'write' },
          { type: 'function_call_output', output: result },
        ),
        ...when(next, { type: 'message', role: 'user', content: [{ type: 'input_text', text: next }] }),
      ],
      tools: [{ type: 'web_search' }, ...(tools ? [{ type: 'function', name: 'write', parameters }] : [])],
    },
  }),
  'Anthropic Messages': ({ asked, tools = true, stream = true, result, added, next }) => ({
    path: '/v1/messages',
    body: {
      model: 'm',
      stream,
      system: [{ type: 'text', text: 'be brief' }],
      messages: [
        { role: 'user', content: asked },
        ...when(
          result,
          { role: 'assistant', content: [{ type: 'tool_use', name: 'write' }] },
          {
            role: 'user',
            content: [
              { type: 'tool_result', content: [{ type: 'text', text: result }] },
              ...when(added, { type: 'text', text: added }),
            ],
          },
        ),
        ...when(next, { role: 'user', content: next }),
      ],
      ...(tools && { tools: [{ name: 'write', input_schema: parameters }] }),
    },
  }),
  Gemini: ({ asked, tools = true, stream = true, result, added, next }) => ({
    path: `/v1beta/models/m:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: {
      systemInstruction: { parts: [{ text: 'be brief' }] },
      contents: [
        { role: 'user', parts: [{ text: asked }] },
        ...when(
          result,
          { role: 'model', parts: [{ functionCall: { name: 'write' } }] },
          {
            role: 'user',
            parts: [
              { functionResponse: { name: 'write', response: { output: result } } },
              ...when(added, { text: added }),
            ],
          },
        ),
        ...when(next, { role: 'user', parts: [{ text: next }] }),
      ],
      ...(tools && {
        tools: [{ functionDeclarations: [{ name: 'write', parametersJsonSchema: parameters }] }],
      }),
    },
  }),
};

const when = (said: string | undefined, ...parts: readonly object[]): readonly object[] =>
  said === undefined ? [] : parts;

/** What a client makes of a reply. */
export interface Received {
  readonly text: string;
  /** Names of the tools that are called. */
  readonly calls: readonly string[];
}

const TEXT: Readonly<Record<string, RegExp>> = {
  'OpenAI chat': /^choices\.0\.(delta|message)\.content$/,
  'OpenAI Responses': /^delta$|^output\.\d\.content\.0\.text$/,
  'Anthropic Messages': /^delta\.text$|^content\.\d\.text$/,
  Gemini: /^candidates\.0\.content\.parts\.\d\.text$/,
};

const CALLED: Readonly<Record<string, RegExp>> = {
  'OpenAI chat': /tool_calls\.\d\.function\.name$/,
  'OpenAI Responses': /^response\.output\.\d\.name$|^output\.\d\.name$/,
  'Anthropic Messages': /^content_block\.name$|^content\.\d\.name$/,
  Gemini: /parts\.\d\.functionCall\.name$/,
};

/** Puts a reply together again, out of the events of a stream or out of its one value. */
export function received(format: string, raw: string): Received {
  const events = [...raw.matchAll(/^data: (?<json>\{.*\})$/gm)].map((match) => match.groups?.['json'] ?? '');
  const found = (events.length > 0 ? events : [raw]).flatMap((json) => leaves(JSON.parse(json)));
  const at = (pattern = /never/): readonly string[] =>
    found.filter(({ path, value }) => value !== null && pattern.test(path)).map(({ value }) => String(value));
  return { text: at(TEXT[format]).join(''), calls: at(CALLED[format]) };
}

function leaves(value: unknown, path = ''): readonly { readonly path: string; readonly value: unknown }[] {
  if (typeof value !== 'object' || value === null) return [{ path: path.slice(1), value }];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`));
}
