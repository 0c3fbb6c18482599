import type { AgentOutcome } from '../../../model/agent/agentOutcome.ts';

/** Something that ends an attempt for a reason of its own. */
export interface Watch {
  /** Aborts when the attempt is to end. */
  readonly signal: AbortSignal;
  /** How the attempt ended then. */
  readonly outcome: AgentOutcome;
  /** The agent gave a sign of life. */
  heard(): void;
  /** Somebody else is waited for: that time is not the agent's. */
  during<T>(act: Promise<T>): Promise<T>;
  dispose(): void;
}
