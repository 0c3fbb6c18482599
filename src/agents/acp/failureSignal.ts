import * as z from 'zod';

/**
 * How an agent tells over the protocol that its provider failed, before it ends its turn as if all were well. `measured`: the
 * version that was seen to.
 *
 * | by | what |
 * |---|---|
 * | message-without-id | its last chunk has no `messageId`, which its answers have; a `session_info_update` with `_meta.codex.error` says more |
 * | last-chunk | its last chunk begins with these characters |
 *
 * That it says of itself what failed is understood of every agent, and so are the words of `failureOfWords`.
 */
export type FailureSignal =
  | { readonly by: 'message-without-id'; readonly notices: RegExp; readonly measured: string }
  | { readonly by: 'last-chunk'; readonly begins: string; readonly measured: string };

/** What an agent said of its provider. */
export interface ProviderError {
  /** `429 `; empty where there is none. */
  readonly status: string;
  readonly words: string;
  /** It is the end of another turn than this one, unless words follow. */
  readonly elsewhere: boolean;
}

const codex = z.object({
  codex: z.object({
    error: z.looseObject({
      message: z.string().catch(''),
      turnId: z.string().optional().catch(undefined),
      willRetry: z.boolean().optional().catch(undefined),
    }),
  }),
});

/** Null: there is no error in it. */
export function providerError(meta: unknown): ProviderError | null {
  const error = codex.safeParse(meta).data?.codex.error;
  if (error === undefined) return null;
  const status = statusIn(error, 4);
  const said = status === null ? '' : `${status} `;
  return {
    status: said,
    words: `${said}${error.message}`.trim() || 'the provider of the agent failed',
    elsewhere: error.willRetry === false && error.turnId !== undefined,
  };
}

/** The first `httpStatusCode` at any depth: it lies in an object that is named after the kind of failure. */
function statusIn(value: unknown, depth: number): number | null {
  if (value === null || typeof value !== 'object' || depth === 0) return null;
  for (const [key, inner] of Object.entries(value)) {
    const found = key === 'httpStatusCode' && typeof inner === 'number' ? inner : statusIn(inner, depth - 1);
    if (found !== null) return found;
  }
  return null;
}
