import type { AgentOutcome } from '../model/agentOutcome.ts';
import { failureOfWords } from '../model/failureOfWords.ts';

/**
 * How an attempt ended that its model provider put an end to, where no code tells: what providers say reaches us in
 * the words of whoever passes it on.
 *
 * @param said everything that was said: it decides
 * @param reason what a person is told of it where the words mean neither a log-in nor a wait
 * @param login what a person types to log in; null: not known
 */
export function outcomeOfWords(said: string, reason: string, login: string | null): AgentOutcome {
  if (LOGGED_OUT.test(said)) return { kind: 'unauthenticated', login };
  if (REFUSED.test(said) || NETWORK.test(said))
    return { kind: 'rate-limited', retryAfterMs: retryAfter(said) };
  return { kind: 'crashed', reason: reason.slice(0, 1000), exitCode: null };
}

/**
 * How a turn ended that its agent calls complete: not so where its last message is its provider's failure.
 *
 * @param lastMessage what it said last, nothing before it
 * @param finalText what is kept of what it said at its end
 */
export function outcomeOfLastWords(
  lastMessage: string,
  finalText: string,
  login: string | null,
): AgentOutcome {
  const failure = failureOfWords(lastMessage);
  if (failure !== null) return outcomeOfWords(failure, failure, login);
  return finalText === '' ? { kind: 'completed' } : { kind: 'completed', finalText };
}

const LOGGED_OUT =
  /\b401\b|unauthori[sz]ed|authentication(?: required|error)|not logged in|invalid api key|oauth token/i;

const REFUSED =
  /\b(?:429|529)\b|rate.?limit|limit reached|your (?:\w+ )?limit\b|too many requests|quota|resource.?exhausted|overloaded/i;

/** The provider could not be reached or had no answer: a little later it may. */
const NETWORK =
  /\b50[0234]\b|stream disconnected|ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|fetch failed|socket hang up|network error|connection (?:error|reset|closed)|terminated/i;

/** `retry-after: 30`, `try again in 2.5s`, `retry in 500ms`. */
function retryAfter(said: string): number | null {
  const found =
    /(?:retry[-_ ]?after["']?\s*[:=]?\s*["']?|(?:re)?try (?:again )?(?:in|after) )(\d+(?:\.\d+)?)\s*(ms|m(?:in)?\b)?/i.exec(
      said,
    );
  if (found === null) return null;
  const unit = found[2]?.toLowerCase();
  const factor = unit === 'ms' ? 1 : unit?.startsWith('m') === true ? 60_000 : 1000;
  return Math.round(Number(found[1]) * factor);
}
