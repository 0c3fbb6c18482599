import type { HandedItem } from '../ledger/foldLedgers.ts';
import type { CommitId, PhaseId, SessionId, Timestamp } from '../names/ids.ts';

/** Everything that a packet is made of. The same input gives the same bytes. */
export interface PacketInput {
  readonly session: SessionId;
  /** The phase that hands it on; null for the opening packet. */
  readonly phase: PhaseId | null;
  readonly seq: number;
  readonly at: Timestamp;
  /** The parent checkpoint; for the opening packet, the base. */
  readonly commit: CommitId;
  /** Token budget of the whole file: 500..2000. */
  readonly budget: number;
  /** The request, verbatim. */
  readonly request: string;
  /** All that was ever handed on, this phase's items last. */
  readonly items: readonly HandedItem[];
  /** The next phase; null if there is none. */
  readonly next: { readonly phase: PhaseId; readonly title: string | null; readonly asks: string } | null;
  /** Names of the checks that did not pass when they ran last. */
  readonly red?: readonly string[];
  /** What the definitions of the next phases name (`namesOf`): items that name one of them come first. */
  readonly ahead: readonly string[];
  /** Labels of the phases that the next ones need: what each of them advised last is for those. */
  readonly advisers: ReadonlySet<string>;
}

export interface BuiltPacket {
  readonly text: string;
  /** Tokens of the whole file, including the line that says so; never above the budget. */
  readonly tokens: number;
}
