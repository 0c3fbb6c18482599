import type { EffectState } from '../effects/effectState.ts';
import type { PhaseId, SessionId } from '../names/ids.ts';
import type { FileChange } from '../checkpoint/joinChanges.ts';
import type { BaselineRecord, Question } from '../checkpoint/phaseRecord.ts';
import type { Asked } from '../gate/checkHolds.ts';
import type { ArtifactRule, CheckRule } from '../workflow/workflow.ts';

/** Everything that an agent, or a person in its place, is told. Paths are absolute unless noted. */
export interface PromptInput {
  readonly session: SessionId;
  readonly phase: {
    readonly id: PhaseId;
    readonly title: string | null;
    /** Its instructions in the workflow, verbatim. */
    readonly prompt: string;
    /** Its 1-based row in the phase table, and the number of rows. */
    readonly number: number;
    readonly of: number;
  };
  readonly attempt: number;
  /** Phases that are worked on at the same time, in working trees of their own. */
  readonly beside?: readonly PhaseId[];
  /** Why a phase is done again; null in its first round. */
  readonly round: {
    /** Of the loop that opened it, and the most that it has. */
    readonly number: number;
    readonly max: number;
    /** The phase that sent the work back, and why. */
    readonly by: PhaseId;
    readonly why: string;
    /** Folders of what the round before left: this phase, and the one that sent it back. Null where nothing of it was published. */
    readonly left: { readonly own: string | null; readonly theirs: string | null };
    /** The commit with work of the phase of a round before that was not published; null: none. */
    readonly held: string | null;
  } | null;
  /** The request, verbatim. */
  readonly request: string;
  /** The packet that this phase starts from. */
  readonly packet: string;
  readonly places: {
    /** The root of the session's working tree. */
    readonly root: string;
    readonly phaseDir: string;
    readonly sessionDir: string;
    readonly packetFile: string;
    readonly requestFile: string;
  };
  /** What earlier phases left where an agent may refuse to read; newest phase first. */
  readonly earlier: readonly {
    readonly path: string;
    /** `<path>@<phase>` */
    readonly pointer: string;
    /** Its first lines; null if not shown. */
    readonly beginning: string | null;
    /** True if that is all of it. */
    readonly isWhole: boolean;
  }[];
  readonly artifacts: readonly {
    readonly path: string;
    readonly rule: ArtifactRule;
    /** True if it existed before the phase began, so it must change. */
    readonly existed: boolean;
  }[];
  readonly checks: readonly (Omit<CheckRule, 'red'> & Pick<Asked, 'red'>)[];
  /** What the checks of the workflow said before anything was changed; missing: nothing is known. */
  readonly baseline?: readonly BaselineRecord[];
  readonly approval: 'none' | 'required';
  readonly meanwhile: {
    /** Files that a person changed since the last phase, published by `edit` checkpoints; from the root of the repository. */
    readonly edits: readonly FileChange[];
    /** What an interrupted attempt left, and what became of it; paths from the repository root. */
    readonly leftovers:
      | { readonly kind: 'kept'; readonly files: readonly string[] }
      | { readonly kind: 'rescued'; readonly files: readonly string[]; readonly ref: string }
      | null;
    /** Files that differ from the last checkpoint as the agent starts, unless that was only just made; from the repository root. */
    readonly differs: readonly string[];
  };
  /** Why the previous attempt ended without the phase being done; null for a first one. */
  readonly lastAttempt: {
    readonly attempt: number;
    /** How its agent ended (`AgentOutcome.kind`), or `cut-off`. */
    readonly outcome: string;
    readonly reasons: readonly string[];
    /** The last lines of output of what failed, oldest first. */
    readonly tail: readonly string[];
    /** What lies there of a merge that is open still, which that attempt did not come to resolve; missing: nothing. */
    readonly unmerged?: readonly string[];
  } | null;
  /** What this phase did, or may have done, outside, in the order it began. */
  readonly effects: readonly {
    readonly key: string;
    readonly command: readonly string[];
    readonly state: EffectState;
  }[];
  /** What people said about this phase since it began, oldest first. */
  readonly words: readonly {
    readonly kind: 'rejected' | 'answered' | 'note';
    readonly by: string;
    /** Null for a rejection without a reason. */
    readonly text: string | null;
    /** The question; only for an answer to the latest one. */
    readonly question?: Pick<Question, 'text' | 'options' | 'about'>;
  }[];
}
