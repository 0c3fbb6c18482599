import { isObject } from '../../base/json.ts';
import type { ChatMessage, ToolCall } from './chat.ts';

/** Overhead of a message besides its texts: frame, role, ids. Tokens. */
const FRAME = 8;
/** Length of a shortened text. Tokens. */
const STUB = 40;
/** Shortening anything below this gains nothing. Characters. */
const WORTH_IT = 400;
/** How much of the newest results to keep if nothing else helps. Characters. */
const KEPT = 1_000;

/** The texts of a message, for a tokenizer to count. */
export function textsOf(message: ChatMessage): readonly string[] {
  switch (message.role) {
    case 'person':
      return [message.text];
    case 'model':
      return [message.text, ...message.calls.map(callText)];
    case 'tools':
      return message.results.map(({ text }) => text);
  }
}

/**
 * Shortens a conversation to a token limit; null if the parts that must stay are too long.
 *
 * Never shortens our words or the model's; ids always stay. Shortens, oldest first and only as needed: tool results, then long
 * call arguments (written files), then all but the beginning of the newest results. Deterministic.
 *
 * @param count tokens of one of {@link textsOf}
 */
export function fitConversation(
  messages: readonly ChatMessage[],
  count: (text: string) => number,
  limit: number,
): { readonly messages: readonly ChatMessage[]; readonly tokens: number; readonly shortened: number } | null {
  const out = [...messages];
  let tokens = out.reduce((sum, message) => sum + sizeOf(message, count), 0);
  let shortened = 0;
  const newest = out.findLastIndex(({ role }) => role === 'tools');
  const shorten = (at: number, how: (message: ChatMessage) => ChatMessage): void => {
    const before = out[at];
    if (before === undefined || tokens <= limit) return;
    const after = how(before);
    const saved = sizeOf(before, count) - sizeOf(after, count);
    if (saved <= 0) return;
    out[at] = after;
    tokens -= saved;
    shortened += 1;
  };
  for (let at = 0; at < newest; at += 1) shorten(at, withoutResults);
  for (let at = 0; at < newest - 1; at += 1) shorten(at, withoutArguments);
  shorten(newest, withBeginnings);
  return tokens <= limit ? { messages: out, tokens, shortened } : null;
}

function sizeOf(message: ChatMessage, count: (text: string) => number): number {
  return textsOf(message).reduce((sum, text) => sum + (isStub(text) ? STUB : count(text)), FRAME);
}

const MARK = '[shortened by Cairn';
const isStub = (text: string): boolean => text.startsWith(MARK) && text.length < WORTH_IT;
const stub = (text: string): string =>
  `${MARK} to save room: ${text.length} characters were here. Call the tool again if you need them.]`;

const callText = ({ name, input }: ToolCall): string => `${name} ${JSON.stringify(input)}`;

function withoutResults(message: ChatMessage): ChatMessage {
  if (message.role !== 'tools') return message;
  const short = message.results.map((one) =>
    one.text.length < WORTH_IT ? one : { ...one, text: stub(one.text) },
  );
  return { ...message, results: short };
}

function withoutArguments(message: ChatMessage): ChatMessage {
  if (message.role !== 'model') return message;
  return { ...message, calls: message.calls.map((call) => ({ ...call, input: shortInput(call.input) })) };
}

function shortInput(input: unknown): unknown {
  if (!isObject(input)) return input;
  const members = Object.entries(input).map(([key, value]) => [
    key,
    typeof value === 'string' && value.length >= WORTH_IT
      ? `${MARK}: ${value.length} characters were here]`
      : value,
  ]);
  return Object.fromEntries(members) as unknown;
}

function withBeginnings(message: ChatMessage): ChatMessage {
  if (message.role !== 'tools') return message;
  const short = message.results.map((one) =>
    one.text.length <= KEPT + WORTH_IT
      ? one
      : {
          ...one,
          text: `${one.text.slice(0, KEPT)}\n${MARK}: ${one.text.length - KEPT} more characters were here]`,
        },
  );
  return { ...message, results: short };
}
