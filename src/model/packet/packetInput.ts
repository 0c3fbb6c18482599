import type { CommitId, PhaseId, SessionId, Timestamp } from '../names/ids.ts';
import type { FileChange } from '../checkpoint/joinChanges.ts';

/** Everything that a packet is made of. The same input gives the same bytes. */
export interface PacketInput {
  readonly session: SessionId;
  /** The phase that hands it on; null for the opening packet. */
  readonly phase: PhaseId | null;
  /** The name of that phase's folder, `<NN>-<phase>`; null for the opening packet. */
  readonly folder: string | null;
  readonly seq: number;
  readonly at: Timestamp;
  /** The parent checkpoint; for the opening packet, the base. */
  readonly commit: CommitId;
  /** Token budget of the whole file: 500..2000. */
  readonly budget: number;
  /** Text of the previous packet in the chain, to merge; null for the opening packet. */
  readonly previous: string | null;
  /** The request, verbatim. */
  readonly request: string;
  /** Constraints from elsewhere than a hand-off, one text each. */
  readonly constraints?: readonly string[];
  /** The agent's HANDOFF.md; null if there is none. */
  readonly handoff: string | null;
  /** The agent's last message, if it left no HANDOFF.md; null if it tells no more than the artifacts. */
  readonly finalText: string | null;
  readonly artifacts: readonly PacketArtifact[];
  /** Decisions of people, one text each: `Approved by …: …`. */
  readonly decisions: readonly string[];
  /** Why attempts failed and what was rejected, one text each. */
  readonly failed: readonly string[];
  readonly notCaptured: readonly { readonly path: string; readonly why: string }[];
  /** Files that this phase changed besides its artifacts, sorted; empty if the hand-off tells of them. */
  readonly changed: readonly ChangedFile[];
  /** Files that this phase deleted. */
  readonly deletions: readonly string[];
  /** Files that a person changed before the phase began or while it waited. */
  readonly byPerson?: readonly FileChange[];
  /** The next phase; null if there is none. */
  readonly next: { readonly phase: PhaseId; readonly title: string | null; readonly asks: string } | null;
  /** The pointer to `previous`, such as `01-research/PACKET.md@research` or `PACKET.md@opened`; null if there is none. */
  readonly packetPointer: string | null;
  /** `REQUEST.md@opened` */
  readonly requestPointer: string;
}

export interface PacketArtifact {
  /** `<path>@<phase>`; the path is relative to the session folder or, with a leading `/`, to the root. */
  readonly pointer: string;
  /** From the root of the repository. */
  readonly path: string;
  /** null if it is binary. */
  readonly text: string | null;
  readonly bytes: number;
}

/** `lines`: how many it gained and lost; null for a binary file. */
export interface ChangedFile {
  readonly path: string;
  readonly isNew: boolean;
  readonly lines: { readonly added: number; readonly removed: number } | null;
}

export interface BuiltPacket {
  readonly text: string;
  /** Tokens of the whole file, including the line that says so; never above the budget. */
  readonly tokens: number;
}
