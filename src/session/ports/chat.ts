/** Language models, as an agent sees them; the editor implements them, the tests have scripted ones. */
import type { ChatMessage, ChatPart, ModelSelector, ToolSpec } from '../../model/chat/chat.ts';

export interface ChatModel {
  /** `<vendor>/<id>`. */
  readonly id: string;
  /** As a person knows it. */
  readonly name: string;
  /** The most that may be sent in one request. Tokens. */
  readonly maxInputTokens: number;
  countTokens(text: string): Promise<number>;
  /**
   * Sends a whole conversation. Ends after the reply, or after a `failed` part; rejects only with the reason of `signal`.
   * The first one may ask the person for consent, and must follow from something that they did.
   */
  send(
    messages: readonly ChatMessage[],
    tools: readonly ToolSpec[],
    signal: AbortSignal,
  ): AsyncIterable<ChatPart>;
}

/** What can be chosen from, for a person. */
export interface ChatModelFound {
  readonly vendor: string;
  readonly family: string;
  readonly id: string;
  readonly name: string;
  readonly maxInputTokens: number;
}

export interface ChatModels {
  /** In the order in which the editor names them; none where it has none, or knows no such thing. */
  list(): Promise<readonly ChatModelFound[]>;
  /** The first that is meant; null: there is none. */
  find(selector: ModelSelector): Promise<ChatModel | null>;
}
