/** Language models as an agent sees them. The editor implements them; the tests have scripted ones. */
import type { ChatMessage, ChatPart, ModelSelector, ToolSpec } from '../../model/chat/chat.ts';

export interface ChatModel {
  /** `<vendor>/<id>`. */
  readonly id: string;
  /** Its name for people. */
  readonly name: string;
  /** The limit of one request, in tokens. */
  readonly maxInputTokens: number;
  countTokens(text: string): Promise<number>;
  /**
   * Sends a whole conversation. Ends after the reply or a `failed` part; rejects only with the reason of `signal`. The first
   * call may ask the person for consent, so it must follow from something they did.
   */
  send(
    messages: readonly ChatMessage[],
    tools: readonly ToolSpec[],
    signal: AbortSignal,
  ): AsyncIterable<ChatPart>;
}

/** A model that a person can choose. */
export interface ChatModelFound {
  readonly vendor: string;
  readonly family: string;
  readonly id: string;
  readonly name: string;
  readonly maxInputTokens: number;
}

export interface ChatModels {
  /** In the editor's order; empty if it has none or does not support them. */
  list(): Promise<readonly ChatModelFound[]>;
  /** The first that matches; null if none does. */
  find(selector: ModelSelector): Promise<ChatModel | null>;
}
