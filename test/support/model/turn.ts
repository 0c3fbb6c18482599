/** One call of a tool, named and filled in as the agent's own tool wants it. */
export interface ToolCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What a model says when nothing goes wrong: text, calls of tools, or first the one and then the other. */
export interface Reply {
  readonly kind: 'reply';
  readonly text: string;
  readonly calls: readonly ToolCall[];
}

/** What the server does with one request. */
export type Turn =
  | Reply
  /** An HTTP error; `retryAfter` in seconds becomes the header of that name. */
  | {
      readonly kind: 'error';
      readonly status: number;
      readonly message: string;
      readonly retryAfter: number | null;
    }
  /** The first half of a reply, then the connection is destroyed. */
  | { readonly kind: 'cut'; readonly reply: Reply }
  /** Headers, then nothing until {@link ScriptedModel.release}, then the reply. */
  | { readonly kind: 'stall'; readonly reply: Reply };

export const say = (text: string): Reply => ({ kind: 'reply', text, calls: [] });

export const call = (...calls: readonly ToolCall[]): Reply => ({ kind: 'reply', text: '', calls });

export const cut = (reply: Reply = say('This sentence does not reach its end.')): Turn => ({
  kind: 'cut',
  reply,
});

export const stall = (reply: Reply = say('done')): Turn => ({ kind: 'stall', reply });

/** `fail(429, { retryAfter: 2 })`; the message says which status, so that a test finds it again. */
export const fail = (
  status: number,
  {
    retryAfter = null,
    message = `scripted ${status}`,
  }: { retryAfter?: number | null; message?: string } = {},
): Turn => ({ kind: 'error', status, message, retryAfter });
