import * as z from 'zod';

/**
 * How an agent reports over the protocol that its provider failed, before it ends its turn as if all were well.
 *
 * | by | what |
 * |---|---|
 * | message-without-id | its last chunk has no `messageId`, which its answers have; a `session_info_update` with `_meta.codex.error` says more |
 * | last-chunk | its last chunk begins with these characters |
 *
 * From every agent we also understand an error that it reports in `_meta`, and the words of `failureOfWords`.
 */
export type FailureSignal =
  | { readonly by: 'message-without-id'; readonly notices: RegExp }
  | { readonly by: 'last-chunk'; readonly begins: string };

/** An error of its provider that an agent reported. */
export interface ProviderError {
  /** `429 `; empty if there is none. */
  readonly status: string;
  readonly words: string;
  /** True if it ended another turn than this one, unless words follow. */
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

/** The error in `meta`, or null. */
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

/** The first `httpStatusCode` at any depth up to `depth`: its object is named after the kind of failure. */
function statusIn(value: unknown, depth: number): number | null {
  if (value === null || typeof value !== 'object' || depth === 0) return null;
  for (const [key, inner] of Object.entries(value)) {
    const found = key === 'httpStatusCode' && typeof inner === 'number' ? inner : statusIn(inner, depth - 1);
    if (found !== null) return found;
  }
  return null;
}
