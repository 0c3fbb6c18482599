import type { FileChange } from '../checkpoint/joinChanges.ts';
import type { PhaseId, SessionId } from '../names/ids.ts';

/** What a phase leaves for those after it, and where each of it is from. The same input gives the same items. */
export interface LedgerInput {
  readonly session: SessionId;
  /** The phase that hands it on; null for the beginning. */
  readonly phase: PhaseId | null;
  /** The name of that phase's folder, `<NN>-<phase>`; null for the beginning. */
  readonly folder: string | null;
  /** Constraints from elsewhere than a hand-off, one text each. */
  readonly constraints?: readonly string[];
  /** The agent's HANDOFF.md; null if there is none. */
  readonly handoff: string | null;
  /** The agent's last message, if it left no HANDOFF.md; null if it tells no more than the artifacts. */
  readonly finalText: string | null;
  readonly artifacts: readonly LedgerArtifact[];
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
}

export interface LedgerArtifact {
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
