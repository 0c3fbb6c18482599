import { lookUp } from '../../base/lookUp.ts';
import type { ChatFailure } from '../../model/chat/chat.ts';

const KINDS: Readonly<Record<string, ChatFailure['kind']>> = {
  NoPermissions: 'no-consent',
  Blocked: 'over-quota',
  NotFound: 'gone',
  // Undocumented; VS Code's own providers use these when a filter held something back.
  off_topic: 'refused',
  content_filter: 'refused',
};

/** Why a request was not answered, as VS Code says it: a `LanguageModelError` has a code, and often a cause. */
export function failureOf(error: unknown): ChatFailure {
  const message = wordsOf(error);
  for (const one of [error, causeOf(error)]) {
    const kind = lookUp(KINDS, codeOf(one) ?? '');
    if (kind !== undefined) return { kind, message };
  }
  if (/filtered|content.?policy|responsible ai/i.test(message)) return { kind: 'refused', message };
  return { kind: 'other', message };
}

const causeOf = (error: unknown): unknown => (error instanceof Error ? error.cause : undefined);

const codeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = causeOf(error);
  const more = cause instanceof Error && !error.message.includes(cause.message) ? `: ${cause.message}` : '';
  return `${error.message}${more}`;
}
