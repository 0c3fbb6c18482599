import type { AgentOutcome } from '../../model/agent/agentOutcome.ts';
import type { AgentEvent } from '../../session/ports.ts';

/** What it takes to say of a known agent how it ended. */
export interface Reading {
  /** As it is called here, for sentences. */
  readonly name: string;
  /** What a person types to log in; null: not known. */
  readonly login: string | null;
  /** Milliseconds since 1970: some say until when they are refused. */
  readonly now: () => number;
}

/** Reads what one kind of agent prints for programs while it works without a terminal, a JSON value a line. */
export interface HeadlessReader {
  /** What a value means to whoever watches; null: it is none of this agent's. */
  take(value: unknown): readonly AgentEvent[] | null;
  /** How it ended by its own last word; null: it has not said. */
  outcome(): AgentOutcome | null;
  /** The failure that it told of last, where no word on how it ended followed; null: none. */
  trouble(): AgentOutcome | null;
}
