/** A conversation with a language model, as values. */

/** A tool call by a model. */
export interface ToolCall {
  /** Identifies the call in the whole conversation. */
  readonly id: string;
  readonly name: string;
  /** Any JSON value, untrusted until checked. */
  readonly input: unknown;
}

export interface ToolResult {
  /** The id of the call that it answers. */
  readonly id: string;
  readonly ok: boolean;
  readonly text: string;
}

export type ChatMessage =
  | { readonly role: 'person'; readonly text: string }
  | { readonly role: 'model'; readonly text: string; readonly calls: readonly ToolCall[] }
  | { readonly role: 'tools'; readonly results: readonly ToolResult[] };

/** A tool as a model sees it. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its input. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** Why a model did not answer. */
export interface ChatFailure {
  /**
   * `no-consent`: the person has not allowed it. `over-quota`: temporarily. `gone`: the model no longer exists. `refused`: by
   * the model, or a filter before it.
   */
  readonly kind: 'no-consent' | 'over-quota' | 'gone' | 'refused' | 'other';
  /** In the provider's words. */
  readonly message: string;
}

/** The reply in pieces; `failed` is the last one. */
export type ChatPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'call'; readonly call: ToolCall }
  | { readonly type: 'failed'; readonly failure: ChatFailure };

/** Selects a model, in VS Code's terms; an omitted part matches any. */
export interface ModelSelector {
  readonly vendor?: string;
  readonly family?: string;
  readonly id?: string;
}
