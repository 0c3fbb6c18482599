import type { Reply } from './turn.ts';

/** One message of a conversation, whatever the wire format calls its parts. */
export interface Said {
  readonly by: 'system' | 'user' | 'model' | 'tool';
  readonly text: string;
}

/** A tool that the agent offers to the model. */
export interface OfferedTool {
  readonly name: string;
  /** Names of its arguments, out of its schema. */
  readonly inputs: readonly string[];
}

/** What every wire format asks, in one shape. */
export interface Asked {
  readonly model: string;
  readonly stream: boolean;
  readonly tools: readonly OfferedTool[];
  readonly conversation: readonly Said[];
}

/** What a reply is written with: ids are unique within the server, tokens are made up of lengths. */
export interface Frame {
  readonly id: string;
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** One wire format that agents speak with models. */
export interface Wire {
  readonly name: 'openai-chat' | 'openai-responses' | 'anthropic' | 'gemini';
  /** What is asked; null when path and body are not this format's. */
  read(path: string, body: unknown): Asked | null;
  /** The reply as server-sent events, each with its empty line; its text comes in two halves. */
  events(reply: Reply, frame: Frame): readonly string[];
  /** The reply as one JSON value. */
  whole(reply: Reply, frame: Frame): unknown;
  error(status: number, message: string): unknown;
}

export const event = (value: unknown, name?: string): string =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(value)}\n\n`;

/** Two parts, so that there is a middle to cut a stream in; none for the empty text. */
export function halves(text: string): readonly string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter((part) => part !== '');
}

/** The text in a message, a list of parts or the result of a tool. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value))
    return value
      .map(textOf)
      .filter((text) => text !== '')
      .join('\n');
  if (typeof value !== 'object' || value === null) return '';
  for (const key of ['text', 'content', 'output', 'error', 'parts'])
    if (key in value) return textOf(Reflect.get(value, key));
  return '';
}
