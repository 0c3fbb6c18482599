import { CairnError } from '../../base/cairnError.ts';
import type { AgentOutcome } from '../agentOutcome.ts';
import type { CheckRecord } from '../phaseRecord.ts';

export interface GateFacts {
  readonly agent: AgentOutcome;
  /** One for each artifact that the phase promises; no reasons = it holds. */
  readonly artifacts: readonly { readonly path: string; readonly reasons: readonly string[] }[];
  /** One for each check of the phase. */
  readonly checks: readonly CheckRecord[];
  /** Secrets found in what would be published. */
  readonly secrets: readonly { readonly path: string; readonly line: number; readonly what: string }[];
  /** `required`: one is asked for and has not been given. */
  readonly approval: 'none' | 'required';
}

/** `broke`: a check could not say anything, so that another attempt of the agent would prove nothing. */
export type Verdict =
  | { readonly kind: 'holds' }
  | { readonly kind: 'needs-approval' }
  | { readonly kind: 'fails'; readonly reasons: readonly string[]; readonly broke: boolean };

/** Decides whether a phase may close. */
export function gateVerdict(_facts: GateFacts): Verdict {
  throw new CairnError('internal/unexpected', { what: 'not built yet' });
}
