import { lookUp } from '../../base/lookUp.ts';
import type { AgentOutcome } from '../../model/agent/agentOutcome.ts';
import { asking, crashed } from '../outcomes.ts';
import type { ClaudeResult } from './claudeMessages.ts';
import { claudeQuestion } from './claudeTools.ts';
import { ofFailure, ofLastMessage } from './endingWords.ts';
import type { Reading } from './headlessReader.ts';

/** What earlier messages said about how it ended. */
export interface ClaudeTold {
  /** The failure category of the agent's own last message; null if it was no failure. */
  category: string | null;
  /** Its words. */
  failure: string | null;
  /** Until when its provider refuses everything. Milliseconds since 1970; null if unknown. */
  refusedUntil: number | null;
  /** The id of its own last tool call. */
  lastCall: string | null;
}

/** Failure categories in words that `outcomeOfWords` knows; all others are judged by their message. */
const CATEGORIES: Readonly<Record<string, string>> = {
  authentication_failed: '401 unauthorized',
  oauth_org_not_allowed: '401 unauthorized',
  rate_limit: '429 rate limit',
  overloaded: '529 overloaded',
  server_error: '503',
};

/**
 * How a turn of Claude Code ended. The result decides, whatever the exit code: it exits with 1 after an error, and reports
 * some errors in a result that calls itself a success.
 */
export function outcomeOfClaude(result: ClaudeResult, told: ClaudeTold, reading: Reading): AgentOutcome {
  const text = wordsOf(result, told);
  if (result.stop_reason === 'refusal')
    return { kind: 'refused', reason: text === '' ? `${reading.name} refused to go on` : text };
  if (result.subtype.startsWith('error_max'))
    return crashed(`${reading.name} stopped at a limit of its own (${result.subtype})`);
  if (hasFailed(result, told)) return ofFailedTurn(text, result, told, reading);
  return questionOf(result, told) ?? ofLastMessage(text, reading);
}

const hasFailed = ({ is_error: isError, subtype }: ClaudeResult, { category }: ClaudeTold): boolean =>
  isError || subtype.startsWith('error') || category !== null;

function ofFailedTurn(
  text: string,
  { api_error_status: status, subtype }: ClaudeResult,
  { category, refusedUntil }: ClaudeTold,
  reading: Reading,
): AgentOutcome {
  const signal = `${status ?? ''} ${lookUp(CATEGORIES, category ?? '') ?? ''}`;
  const outcome = ofFailure(text === '' ? (category ?? subtype) : text, signal, reading);
  if (outcome.kind !== 'rate-limited' || outcome.retryAfterMs !== null || refusedUntil === null)
    return outcome;
  return { ...outcome, retryAfterMs: Math.max(0, refusedUntil - reading.now()) };
}

/** The words of a result: the last message of a success, the errors of a failure, if it has any words. */
function wordsOf({ result, error, errors }: ClaudeResult, { failure }: ClaudeTold): string {
  const said = [result, error?.message, errors.join('; '), failure];
  return said.find((text) => text != null && text.trim() !== '')?.trim() ?? '';
}

/** The question, if it asked a person, was told that nobody is there, and did nothing after that. */
function questionOf(
  { permission_denials: denials }: ClaudeResult,
  { lastCall }: ClaudeTold,
): AgentOutcome | null {
  const last = denials.at(-1);
  if (last === undefined || (last.tool_use_id !== undefined && last.tool_use_id !== lastCall)) return null;
  const asked = claudeQuestion(last.tool_name, last.tool_input);
  return asked === null ? null : asking(asked.question, asked.options);
}
