import type { AgentOutcome } from '../model/agent/agentOutcome.ts';
import { failureOfWords } from '../model/agent/failureOfWords.ts';
import { completed, crashed } from './outcomes.ts';
import { retryAfter } from './retryAfter.ts';

/**
 * How an attempt ended that its model provider cut short, when no code tells: the provider's message reaches us in the words
 * of the agent that passes it on.
 *
 * @param said everything that was said; this decides
 * @param reason the reason for a person, if the words mean neither a log-in nor a wait
 * @param login what a person types to log in; null if unknown
 * @param now milliseconds since 1970: some say until when they refuse
 */
export function outcomeOfWords(
  said: string,
  reason: string,
  login: string | null,
  now: number = Date.now(),
): AgentOutcome {
  if (LOGGED_OUT.test(said)) return { kind: 'unauthenticated', login };
  if (AGAINST.test(said)) return { kind: 'refused', reason: reason.slice(0, 1000) };
  if (REFUSED.test(said) || NETWORK.test(said))
    return { kind: 'rate-limited', retryAfterMs: retryAfter(said, now) };
  return crashed(reason.slice(0, 1000));
}

/**
 * How a turn ended that its agent calls complete: it is not if its last message is a failure of its provider.
 *
 * @param lastMessage only its last message
 * @param finalText what we keep of its last words
 */
export function outcomeOfLastWords(
  lastMessage: string,
  finalText: string,
  login: string | null,
): AgentOutcome {
  const failure = failureOfWords(lastMessage);
  return failure === null ? completed(finalText) : outcomeOfWords(failure, failure, login);
}

const LOGGED_OUT =
  /\b401\b|unauthori[sz]ed|authentication(?: required|error)|not logged in|not authenticated|no authentication info|invalid api key|oauth token|\brun \/login\b/i;

/** The model or its provider refuses to do this, and trying again changes nothing. */
const AGAINST = /\busage polic(?:y|ies)\b|\bcontent[ _]polic(?:y|ies)\b|\bcyber_policy\b/i;

const REFUSED =
  /\b(?:429|529)\b|rate.?limit|limit reached|your (?:\w+ )?limit\b|too many requests|quota|resource.?exhausted|overloaded/i;

/** The provider could not be reached or did not answer, but may a little later. */
const NETWORK =
  /\b50[0234]\b|stream disconnected|ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|fetch failed|socket hang up|network error|connection (?:error|reset|closed)|terminated/i;
