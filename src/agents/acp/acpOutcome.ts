import type { AgentOutcome } from '../../model/agentOutcome.ts';

/** How a prompt turn ended by the agent's own word. */
export function outcomeOfStop(stopReason: string, finalText: string, agent: string): AgentOutcome {
  switch (stopReason) {
    case 'end_turn':
      return finalText === '' ? { kind: 'completed' } : { kind: 'completed', finalText };
    case 'cancelled':
      return { kind: 'cancelled' };
    case 'refusal':
      return { kind: 'refused', reason: finalText === '' ? `${agent} refused to go on` : finalText };
    case 'max_tokens':
    case 'max_turn_requests':
      return {
        kind: 'crashed',
        reason: `${agent} stopped at a limit of its own (${stopReason})`,
        exitCode: null,
      };
    default:
      return {
        kind: 'crashed',
        reason: `${agent} ended with an unknown word: ${stopReason}`,
        exitCode: null,
      };
  }
}

/** What is used of an error that an agent answers with (JSON-RPC). */
export interface AcpFailure {
  readonly code: number;
  readonly message: string;
  /** Further words that it carries. */
  readonly detail: string;
}

const AUTH_REQUIRED = -32_000;

/**
 * How a turn ended that the agent answered with an error. Agents pass on what their model provider said in words of
 * their own, so words decide where no code does.
 */
export function outcomeOfFailure({ code, message, detail }: AcpFailure, login: string | null): AgentOutcome {
  // Some pass the status of their provider on as the code.
  const said = `${code} ${message} ${detail}`;
  if (
    code === AUTH_REQUIRED ||
    /\b401\b|unauthori[sz]ed|authentication required|not logged in|invalid api key/i.test(said)
  )
    return { kind: 'unauthenticated', login };
  if (REFUSED.test(said) || NETWORK.test(said))
    return { kind: 'rate-limited', retryAfterMs: retryAfter(said) };
  const more = detail === '' || message.includes(detail) ? '' : `: ${detail}`;
  return { kind: 'crashed', reason: `${message}${more}`.slice(0, 1000), exitCode: null };
}

const REFUSED = /\b429\b|rate.?limit|too many requests|quota|resource.?exhausted|overloaded/i;

/** The provider could not be reached or had no answer: a little later it may. */
const NETWORK =
  /\b50[0234]\b|ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|fetch failed|socket hang up|network error|connection (?:error|reset|closed)|terminated/i;

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
