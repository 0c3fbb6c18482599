import type { AttemptEnd, BlockedBy } from '../attempt/attemptEnd.ts';
import type { PhaseId } from '../names/ids.ts';
import type { SessionState } from '../status/statusWords.ts';
import type { Isolation } from '../workflow/workflow.ts';

/** Everything that a resume's decision depends on, read before deciding. */
export interface ResumeFacts {
  /**
   * How far what mirrors the tip on this machine has been brought in step with it: the working tree is not open yet, the tip
   * was not published from here, a restore was cut off, the engine's files were not rendered by this process, or all is done.
   */
  readonly here: 'unopened' | 'tip-unknown' | 'restore-cut-off' | 'not-rendered' | 'in-step';
  /** Not open yet: true if this machine has something to finish before we may say that there is nothing to do. */
  readonly unfinished: boolean;
  /**
   * Not open yet, and a phase is to be run again: it has begun since, so that the session goes back first, or that cannot be.
   * Null: nothing is to be gone back behind.
   */
  readonly again: 'begun' | 'unknown-again' | 'began-elsewhere' | null;
  readonly state: SessionState;
  /** The tip compared with every remote-tracking branch of the session; the worst result. */
  readonly remote: 'none' | 'same' | 'ahead' | 'behind' | 'diverged';
  /** `known` if every checkpoint was published here or trusted, without a gap in seq. */
  readonly history: 'known' | 'questionable';
  /** Whether all that the session would run was trusted in this clone (`commandsOf`). `ours`: it was not, and is the person's own. */
  readonly commands: 'trusted' | 'ours' | 'unknown';
  /** How the session's workflow file differs from the one in the tip. */
  readonly plan: 'same' | 'outside-plan' | 'inside-plan';
  readonly isolation: Isolation;
  /** In place: where HEAD is now, compared with where it was left. */
  readonly head: 'same' | 'descendant' | 'elsewhere';
  /** The phase that waits or is blocked. */
  readonly held: {
    readonly phase: PhaseId;
    readonly attempt: number;
    /**
     * What must hold or be said before it goes on. `head`: in place, HEAD was elsewhere and the person was asked where
     * to go on. Of a phase that is blocked as {@link blockedBy} says.
     */
    readonly by: 'approval' | 'packet' | 'question' | 'work' | 'head' | BlockedBy;
  } | null;
  /** The attempt that this machine's journal leaves open. `cutOffs`: attempts cut off in a row, this one included. */
  readonly open: {
    readonly phase: PhaseId;
    readonly attempt: number;
    /** From the journal; null if not recorded. */
    readonly agentKind: string | null;
    /** How its agent ended; null if it had not. */
    readonly ended: AttemptEnd | null;
    readonly cutOffs: number;
    /** The retries that its phase allows. */
    readonly retries: number;
  } | null;
  /** An attempt whose gate failed, if the run ended before the remaining retry could begin. */
  readonly retrying: {
    readonly phase: PhaseId;
    readonly attempt: number;
    readonly outcome: string;
    /** That costs a retry. */
    readonly costs: boolean;
  } | null;
  /** Work that a person has answered for, where checks alone kept it from being done, and that nobody has worked on since. */
  readonly answered: { readonly phase: PhaseId; readonly attempt: number } | null;
  /** True if no attempt has worked in this working tree yet: it was made or moved since the last one. */
  readonly isNewPlace: boolean;
  /** Somebody changed files that no phase holds. What differs in work that is held belongs to it. */
  readonly treeDiffers: boolean;
  /**
   * Phases work side by side, and each is gone on with by itself. `tries`: one of them is held up by what may be tried again, whatever
   * waits. Null: they run one by one.
   */
  readonly beside: 'tries' | 'waits' | null;
  /** A phase whose approved artifacts changed before the next phase began. */
  readonly approvalVoid: PhaseId | null;
  /** What the person said with the command. */
  readonly said: {
    readonly here: boolean;
    readonly trust: boolean;
    /** Trust in exactly these commands, or in any. */
    readonly trustCommands: boolean;
    /** Trust in any commands and history, unseen. */
    readonly trustUnseen: boolean;
    readonly acceptPlan: boolean;
    readonly leftovers: 'rescue' | 'keep' | null;
    /** `--until` names a phase that the plan does not have. */
    readonly unknownUntil: boolean;
  };
}
