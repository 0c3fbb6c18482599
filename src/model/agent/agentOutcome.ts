import { assertNever } from '../../base/assertNever.ts';

/** How an agent's attempt ended: the closed list that every kind of agent answers with. */
export type AgentOutcome =
  | { readonly kind: 'completed'; readonly finalText?: string }
  | { readonly kind: 'needs-input'; readonly question: string; readonly options?: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'timed-out'; readonly afterMs: number }
  | { readonly kind: 'stalled'; readonly afterMs: number }
  /** `notStarted`: its program is not there or may not run, which another attempt does not change. */
  | {
      readonly kind: 'crashed';
      readonly reason: string;
      readonly exitCode: number | null;
      readonly notStarted?: true;
    }
  | { readonly kind: 'rate-limited'; readonly retryAfterMs: number | null }
  /** `login`: what the person types; `how`: what else they do, where there is nothing to type. */
  | { readonly kind: 'unauthenticated'; readonly login: string | null; readonly how?: string };

/** What the agent said last, for a record that may hold it. */
export const finalTextOf = (outcome: AgentOutcome): { readonly finalText?: string } =>
  outcome.kind === 'completed' && outcome.finalText !== undefined ? { finalText: outcome.finalText } : {};

/** What the engine does after an attempt that ended like this and whose gate therefore did not hold: tries again, asks the person, or stops. */
export function dispositionOf(outcome: AgentOutcome): 'retry' | 'ask' | 'stop' {
  switch (outcome.kind) {
    case 'crashed':
      return outcome.notStarted === true ? 'stop' : 'retry';
    case 'completed':
    case 'timed-out':
    case 'rate-limited':
      return 'retry';
    case 'needs-input':
    case 'stalled':
    case 'unauthenticated':
      return 'ask';
    case 'refused':
    case 'cancelled':
      return 'stop';
    default:
      return assertNever(outcome);
  }
}
