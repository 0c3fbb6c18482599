import type { AgentOutcome } from '../../model/agent/agentOutcome.ts';
import { completed, crashed } from '../outcomes.ts';
import { outcomeOfWords } from '../outcomeOfWords.ts';
import type { AcpWords } from './acpWords.ts';
import type { LastTurn } from './promptTurns.ts';

/** How a prompt turn ended, by the agent's own word and by what it said in place of an answer. */
export function outcomeOfTurn(
  { stopReason, over }: LastTurn,
  words: Pick<AcpWords, 'finalText' | 'failure'>,
  { name: agent, login }: { readonly name: string; readonly login: string | null },
): AgentOutcome {
  const [finalText, failure] = [words.finalText(), words.failure()];
  // Whatever the stop reason: it has not done what it was about to do.
  if (over.length > 0) return { kind: 'refused', reason: `${agent} ends its turn over what is denied` };
  switch (stopReason) {
    case 'end_turn':
      return failure === null ? completed(finalText) : outcomeOfWords(failure, failure, login);
    case 'cancelled':
      return { kind: 'cancelled' };
    case 'refusal':
      if (failure !== null) return outcomeOfWords(failure, failure, login);
      return { kind: 'refused', reason: finalText === '' ? `${agent} refused to go on` : finalText };
    case 'max_tokens':
    case 'max_turn_requests':
      return crashed(`${agent} stopped at a limit of its own (${stopReason})`);
    default:
      return crashed(`${agent} ended with an unknown word: ${stopReason}`);
  }
}

/** What we use of an agent's error answer (JSON-RPC). */
export interface AcpFailure {
  readonly code: number;
  readonly message: string;
  /** Further words that it carries. */
  readonly detail: string;
}

const AUTH_REQUIRED = -32_000;

/** How a turn ended when the agent answered with an error. */
export function outcomeOfFailure({ code, message, detail }: AcpFailure, login: string | null): AgentOutcome {
  if (code === AUTH_REQUIRED) return { kind: 'unauthenticated', login };
  const more = detail === '' || message.includes(detail) ? '' : `: ${detail}`;
  // Some agents pass on their provider's status as the code.
  return outcomeOfWords(`${code} ${message} ${detail}`, `${message}${more}`, login);
}
