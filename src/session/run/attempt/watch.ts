import type { AgentEvent } from '../../ports.ts';
import type { AgentOutcome } from '../../../model/agent/agentOutcome.ts';

/** Something that may end an attempt. */
export interface Watch {
  /** Aborts when the attempt must end. */
  readonly signal: AbortSignal;
  /** The outcome of the attempt in that case. */
  readonly outcome: AgentOutcome;
  /** The agent gave a sign of life. */
  heard(event: AgentEvent): void;
  /** The agent waits for somebody: that time is not the agent's. */
  during<T>(act: Promise<T>): Promise<T>;
  dispose(): void;
}
