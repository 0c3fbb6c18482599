import type { AgentOutcome } from '../../src/model/agent/agentOutcome.ts';
import type { Agent } from '../../src/session/ports.ts';

/**
 * What the suite asks an agent to do. A part is left out where there is no such thing: a person is not waited for, a
 * command has no words for a plan. A further kind is one more {@link AgentKind}.
 */
export interface Parts {
  /** Says what it was asked, word for word, and ends well (a person: that is asked). */
  willing(): Promise<Agent>;
  /** Writes `got` into its working directory as soon as it has its prompt, and ends. */
  marking?(): Promise<Agent>;
  /** Works for ever. */
  endless?(): Promise<Agent>;
  /** Works for ever, and has a time limit. */
  late?(): Promise<Agent>;
  /** The same, deaf to every word and signal but the last, with a child in a session of its own. */
  deaf?(): Promise<Agent>;
  /** Dies in its work, and says `no key` before that. */
  crashing?(): Promise<Agent>;
  /** Cannot even begin. */
  missing?(): Promise<Agent>;
  /** Will not do it, and says `No.` */
  refusing?(): Promise<Agent>;
  /** Is not logged in at its provider. */
  unknown?(): Promise<Agent>;
  /** Its provider is busy. */
  sentAway?(): Promise<Agent>;
  /** Writes `made.txt`, says that as its last message, and ends as if all were well. */
  ending?(words: string): Promise<Agent>;
  /** Says `first`, plans (over a protocol), writes `made.txt`, ends with `last`, and tells what it used. */
  telling?(): Promise<Agent>;
  /** Asks before it writes `asked.txt`. */
  asking?(): Promise<Agent>;
  /** Needs to know `Which one?` before it can go on. */
  wondering?(): Promise<Agent>;
}

export interface AgentKind {
  readonly name: string;
  readonly kind: Agent['kind'];
  /** How the willing one ends. */
  readonly outcome: AgentOutcome['kind'];
  /** Its work is done by processes of the system, which are to be seen. */
  readonly processes: boolean;
  readonly parts: Parts;
}
