import type { ChatFailure, ChatMessage, ToolCall, ToolSpec } from '../../model/chat/chat.ts';
import { fitConversation, textsOf } from '../../model/chat/fitConversation.ts';
import type { AgentTask, ChatModel } from '../../session/ports.ts';
import { untilAborted } from './untilAborted.ts';

/** A whole reply, and its tokens as the model counts them. */
export interface Reply {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export type Asked =
  | { readonly kind: 'replied'; readonly reply: Reply }
  | { readonly kind: 'failed'; readonly failure: ChatFailure }
  /** The part that must not be shortened is too long for the model. */
  | { readonly kind: 'too-long' }
  /** The reply did not end. */
  | { readonly kind: 'flood' };

/** The share of the model's window that we fill; the rest is for its reply and for errors in its counting. */
const SHARE = 0.85;
/** No model's reply in one turn is longer than this. Characters. */
const LONGEST_REPLY = 4 << 20;

/** Asks a model for its next turn; counts each text once. */
export class Interlocutor {
  readonly model: ChatModel;
  readonly #tools: readonly ToolSpec[];
  readonly #counted = new Map<string, number>();

  constructor(model: ChatModel, tools: readonly ToolSpec[]) {
    this.model = model;
    this.#tools = tools;
  }

  async ask(
    messages: readonly ChatMessage[],
    { signal, onEvent }: Pick<AgentTask, 'signal' | 'onEvent'>,
  ): Promise<Asked> {
    const frame = await this.#count(JSON.stringify(this.#tools), signal);
    await Promise.all(messages.flatMap(textsOf).map((text) => this.#count(text, signal)));
    const limit = Math.floor(this.model.maxInputTokens * SHARE) - frame;
    const fitting = fitConversation(messages, (text) => this.#known(text), limit);
    if (fitting === null) return { kind: 'too-long' };
    if (fitting.shortened > 0)
      onEvent({ type: 'text', text: `(${fitting.shortened} old results are left out to save room)` });
    return this.#send(fitting.messages, fitting.tokens + frame, signal, onEvent);
  }

  async #send(
    messages: readonly ChatMessage[],
    inputTokens: number,
    signal: AbortSignal,
    onEvent: AgentTask['onEvent'],
  ): Promise<Asked> {
    let text = '';
    let line = '';
    let held = 0;
    const calls: ToolCall[] = [];
    const parts = this.model.send(messages, this.#tools, signal)[Symbol.asyncIterator]();
    for (;;) {
      const { done, value: part } = await untilAborted(signal, parts.next());
      if (done === true) break;
      if (part.type === 'failed') return { kind: 'failed', failure: part.failure };
      held += part.type === 'call' ? JSON.stringify(part.call).length : part.text.length;
      if (held > LONGEST_REPLY) return { kind: 'flood' };
      if (part.type === 'call') calls.push(part.call);
      else {
        text += part.text;
        const lines = (line + part.text).split('\n');
        line = lines.pop() ?? '';
        for (const one of lines) onEvent({ type: 'text', text: one });
      }
    }
    if (line !== '') onEvent({ type: 'text', text: line });
    const outputTokens = await this.#count(
      [text, ...calls.map((call) => JSON.stringify(call.input))].join('\n'),
      signal,
    );
    return { kind: 'replied', reply: { text, calls, inputTokens, outputTokens } };
  }

  async #count(text: string, signal: AbortSignal): Promise<number> {
    const known = this.#counted.get(text);
    if (known !== undefined) return known;
    const tokens = await untilAborted(signal, this.model.countTokens(text)).catch(() => {
      signal.throwIfAborted();
      // A model that cannot count tokens may still answer.
      return estimate(text);
    });
    this.#counted.set(text, tokens);
    return tokens;
  }

  /** Texts that were not counted are shortened ones. */
  readonly #known = (text: string): number => this.#counted.get(text) ?? estimate(text);
}

/** A token is about four characters. */
const estimate = (text: string): number => Math.ceil(text.length / 4);
