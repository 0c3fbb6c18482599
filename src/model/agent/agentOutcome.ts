import type { Reached } from '../limits/limits.ts';

/** How an agent's attempt ended: a closed list for every kind of agent. */
export type AgentOutcome =
  | { readonly kind: 'completed'; readonly finalText?: string }
  | { readonly kind: 'needs-input'; readonly question: string; readonly options?: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'timed-out'; readonly afterMs: number }
  | { readonly kind: 'stalled'; readonly afterMs: number }
  /** It was ended: a limit of what may be used was reached. */
  | { readonly kind: 'limited'; readonly reached: Reached }
  /** `notStarted`: its program is missing or may not run, which another attempt would not change. */
  | {
      readonly kind: 'crashed';
      readonly reason: string;
      readonly exitCode: number | null;
      readonly notStarted?: true;
    }
  | { readonly kind: 'rate-limited'; readonly retryAfterMs: number | null }
  /** `login`: what the person types; `how`: what they do if there is nothing to type. */
  | { readonly kind: 'unauthenticated'; readonly login: string | null; readonly how?: string };

/** The agent's last message, for records that may hold it. */
export const finalTextOf = (outcome: AgentOutcome): { readonly finalText?: string } =>
  outcome.kind === 'completed' && outcome.finalText !== undefined ? { finalText: outcome.finalText } : {};

/** What the engine does after this end if the gate does not hold: retries, asks the person, or stops. */
export const dispositionOf = (outcome: AgentOutcome): 'retry' | 'ask' | 'stop' =>
  outcome.kind === 'crashed' && outcome.notStarted === true ? 'stop' : DISPOSITIONS[outcome.kind];

const DISPOSITIONS = {
  completed: 'retry',
  crashed: 'retry',
  'timed-out': 'retry',
  'rate-limited': 'retry',
  'needs-input': 'ask',
  stalled: 'ask',
  limited: 'ask',
  unauthenticated: 'ask',
  refused: 'stop',
  cancelled: 'stop',
} as const;
