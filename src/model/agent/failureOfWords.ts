import { printedText } from '../text/oneLine.ts';

/**
 * Recognises the message of an agent whose provider failed and which then ends as if all were well. Answers the failure without
 * decoration, or null if the message is an answer.
 *
 * Only the *beginning* of the last message counts: a summary may name a 401, quote an `Error: …` or end with one.
 *
 * @param lastMessage the whole last message, and nothing before it
 */
export function failureOfWords(lastMessage: string): string | null {
  // Bounded first: a message may be megabytes without a line end.
  const bare = printedText(lastMessage.slice(0, LONGEST)).replace(DECORATION, '');
  return FAILURES.some((failure) => failure.test(bare)) ? bare.replace(EMPHASIS_END, '$1').trim() : null;
}

const LONGEST = 4_000;

/**
 * Space, a heading, emphasis, a bracket, a failure sign. No quotation, list or ✓: those report an error rather than being one.
 */
const DECORATION =
  /^(?:[\s\u200b\u2060\ufeff]|#{1,6}(?=\s)|[*_]{1,3}(?=\S)|\[(?![^\]]*\]\()|[✗✘✖×❌⛔🚫⚠❗●!]\ufe0f?)+/u;
/** The rest of `**Error:**` and `**Error**:`. */
const EMPHASIS_END = /^([^*_:]*:?)[*_]{1,3}/;

const FAILURES: readonly RegExp[] = [
  // `Error: …`, `Error (503): …`, `Error 429: …`; not `Error handling: …`, nor the `error: …` of git and compilers.
  /^(?:Error|ERROR)(?:[*_]{1,3})?(?:\s*:|\s+\(?[45]\d\d\b|\s+\()/,
  // `API Error: 429 …`, `Fatal error: …`.
  /^(?:(?:an? )?(?:api|fatal|internal|server|stream|network|connection|provider|request|unexpected) ){1,2}error(?:[*_]{1,3})?(?:\s*:|\s+\(?[45]\d\d\b|\s+\()/i,
  // Error names of provider libraries.
  /^(?:C?API\w*|RateLimit|Authentication|PermissionDenied|InternalServer|Overloaded|QuotaExceeded)Error\s*[:(]/i,
  /^(?:execution failed(?:[*_]{1,3})?\s*:|exceeded retry limit\b|stream disconnected before completion\b|unexpected status [45]\d\d\b)/i,
  // Claude Code's messages about limits and log-in.
  /^(?:claude (?:ai )?usage limit reached\b|you['’]ve (?:hit|reached) your (?:\w+ )?limit\b|(?:5-hour|weekly|session) limit reached\b|credit balance is too low\b)/i,
  /^(?:not logged in|invalid api key|oauth token (?:has expired|revoked))\b[^\n]{0,40}\/login\b/i,
  // A provider's raw answer.
  /^\{\s*"(?:type"\s*:\s*"error"|error"\s*:\s*[{"])/,
];
