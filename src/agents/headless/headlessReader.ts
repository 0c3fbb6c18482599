import type { AgentOutcome } from '../../model/agent/agentOutcome.ts';
import type { Printer } from '../outcomeOfProcess.ts';
import type { AgentEvent } from '../../session/ports.ts';

/** What is needed to say how a known agent ended. */
export interface Reading extends Printer {
  /** Milliseconds since 1970: some agents say until when they are refused. */
  readonly now: () => number;
}

/** Reads what one kind of agent prints for programs when it runs without a terminal: one JSON value per line. */
export interface HeadlessReader {
  /** What a value means to someone watching; null if this agent does not print such values. */
  take(value: unknown): readonly AgentEvent[] | null;
  /** How it ended, in its own last message; null if it has not said. */
  outcome(): AgentOutcome | null;
  /** The last failure it reported without then saying how it ended; null if none. */
  trouble(): AgentOutcome | null;
}
