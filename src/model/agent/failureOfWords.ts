import { printedText } from '../text/oneLine.ts';

/**
 * What an agent says in the place of an answer when its provider gave none, and then ends as if all were well: the
 * failure itself, without what only decorates it. Null: the words are an answer.
 *
 * Only how the last message *begins* counts: a summary may name a 401, quote an `Error: …` or end with one.
 *
 * @param lastMessage all of it, and nothing that was said before it
 */
export function failureOfWords(lastMessage: string): string | null {
  // Bounded before it is looked at: a message may be megabytes without an end of line.
  const bare = printedText(lastMessage.slice(0, LONGEST)).replace(DECORATION, '');
  return FAILURES.some((failure) => failure.test(bare)) ? bare.replace(EMPHASIS_END, '$1').trim() : null;
}

const LONGEST = 4_000;

/**
 * Space, a heading, emphasis, a bracket, a sign of failure. No quotation, no list and no ✓: whoever quotes, lists or ticks
 * off an error tells of one.
 */
const DECORATION =
  /^(?:[\s\u200b\u2060\ufeff]|#{1,6}(?=\s)|[*_]{1,3}(?=\S)|\[(?![^\]]*\]\()|[✗✘✖×❌⛔🚫⚠❗●!]\ufe0f?)+/u;
/** What is left of `**Error:**` and `**Error**:`. */
const EMPHASIS_END = /^([^*_:]*:?)[*_]{1,3}/;

const FAILURES: readonly RegExp[] = [
  // `Error: …`, `Error (503): …`, `Error 429: …`; not `Error handling: …`, nor `error: …`, as git and compilers say it.
  /^(?:Error|ERROR)(?:[*_]{1,3})?(?:\s*:|\s+\(?[45]\d\d\b|\s+\()/,
  // `API Error: 429 …`, `Fatal error: …`.
  /^(?:(?:an? )?(?:api|fatal|internal|server|stream|network|connection|provider|request|unexpected) ){1,2}error(?:[*_]{1,3})?(?:\s*:|\s+\(?[45]\d\d\b|\s+\()/i,
  // As the libraries of providers name theirs.
  /^(?:C?API\w*|RateLimit|Authentication|PermissionDenied|InternalServer|Overloaded|QuotaExceeded)Error\s*[:(]/i,
  /^(?:execution failed(?:[*_]{1,3})?\s*:|exceeded retry limit\b|stream disconnected before completion\b|unexpected status [45]\d\d\b)/i,
  // Claude Code, whose limits and log-in are told in a message of their own.
  /^(?:claude (?:ai )?usage limit reached\b|you['’]ve (?:hit|reached) your (?:\w+ )?limit\b|(?:5-hour|weekly|session) limit reached\b|credit balance is too low\b)/i,
  /^(?:not logged in|invalid api key|oauth token (?:has expired|revoked))\b[^\n]{0,40}\/login\b/i,
  // The answer of a provider as it stands.
  /^\{\s*"(?:type"\s*:\s*"error"|error"\s*:\s*[{"])/,
];
