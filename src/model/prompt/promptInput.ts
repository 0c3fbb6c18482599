import type { EffectState } from '../effects/effectsRecord.ts';
import type { PhaseId, SessionId } from '../names/ids.ts';
import type { FileChange } from '../checkpoint/joinChanges.ts';
import type { Question } from '../checkpoint/phaseRecord.ts';
import type { ArtifactRule, CheckRule } from '../workflow/workflow.ts';

/** All that an agent (or the person who stands in for one) is told. Paths are absolute where not said otherwise. */
export interface PromptInput {
  readonly session: SessionId;
  readonly phase: {
    readonly id: PhaseId;
    readonly title: string | null;
    /** The workflow's instructions for it, verbatim. */
    readonly prompt: string;
    /** Its 1-based place in the phase table, and how many phases that has. */
    readonly number: number;
    readonly of: number;
  };
  readonly attempt: number;
  /** The request, verbatim. */
  readonly request: string;
  /** Text of the packet that this phase starts from. */
  readonly packet: string;
  readonly places: {
    /** Root of the session's working tree. */
    readonly root: string;
    readonly phaseDir: string;
    readonly sessionDir: string;
    readonly packetFile: string;
    readonly requestFile: string;
  };
  /** What phases before left where an agent may refuse to read it; empty where none does. Newest phase first. */
  readonly earlier: readonly {
    readonly path: string;
    /** `<path>@<phase>` */
    readonly pointer: string;
    /** Its first lines; null where they are not shown. */
    readonly beginning: string | null;
    /** True: there is no more. */
    readonly isWhole: boolean;
  }[];
  readonly artifacts: readonly {
    readonly path: string;
    readonly rule: ArtifactRule;
    /** True: it was there before the phase began, so that it has to change. */
    readonly existed: boolean;
  }[];
  readonly checks: readonly CheckRule[];
  readonly approval: 'none' | 'required';
  readonly meanwhile: {
    /** Files that a person changed since the last checkpoint and that an `edit` took over; from the root of the repository. */
    readonly edits: readonly FileChange[];
    /** What an attempt that was cut off left behind, and what became of it; paths from the root of the repository. */
    readonly leftovers:
      | { readonly kind: 'kept'; readonly files: readonly string[] }
      | { readonly kind: 'rescued'; readonly files: readonly string[]; readonly ref: string }
      | null;
    /** Files whose working copy is not what the last checkpoint holds, as the agent starts; from the root of the repository. */
    readonly differs: readonly string[];
  };
  /** Why the attempt before this one ended without the phase being done; null for a first one. */
  readonly lastAttempt: {
    readonly attempt: number;
    /** How its agent ended (`AgentOutcome.kind`), or `cut-off`. */
    readonly outcome: string;
    readonly reasons: readonly string[];
    /** The last lines of what failed, oldest first. */
    readonly tail: readonly string[];
  } | null;
  /** What this phase has done to the outside, or may have, in the order in which it began. */
  readonly effects: readonly {
    readonly key: string;
    readonly command: readonly string[];
    readonly state: EffectState;
  }[];
  /** What people said for this phase since it began, oldest first. */
  readonly words: readonly {
    readonly kind: 'rejected' | 'answered' | 'note';
    readonly by: string;
    /** Null for a rejection without a word. */
    readonly text: string | null;
    /** What was asked; only for an answer to what was asked last. */
    readonly question?: Pick<Question, 'text' | 'options'>;
  }[];
}
