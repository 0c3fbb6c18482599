/** What a person entered: a command's option, an answer in a window. */
export interface Given {
  readonly given:
    | 'request'
    | 'input'
    | 'check'
    | 'setup'
    | 'base'
    | 'in-place'
    | 'with-changes'
    | 'approve'
    | 'branch'
    | 'key'
    | 'message';
  /** As it was entered, if that is short. */
  readonly value?: string;
  /** What it contradicts. */
  readonly against?: 'base';
}

/** A request that is not possible in the session's current state. */
export type RefusedAct =
  | 'approve'
  | 'reject'
  | 'answer'
  | 'steer'
  | 'cancel'
  | 'delete'
  | 'fork'
  | 'land'
  | 'restore'
  | 'undo'
  | 'run-again'
  | 'settle'
  | 'show'
  | 'show-packet'
  | 'result'
  | 'path'
  | 'resume-in-place';

/** One member for each word of `B`. */
type Of<B extends string, F = unknown> = B extends string ? { readonly because: B } & Readonly<F> : never;

/** Why it is not possible, as facts. */
export type Refusal =
  /** No checkpoint closed the phase; `closed`: the phases that have one. */
  | Of<'not-closed', { phase: string; closed: readonly string[] }>
  /** `held-work`: of this phase, which may not lie in the one working tree that there is. */
  | Of<'open' | 'no-packet-yet' | 'held-work', { phase: string }>
  /** `by`: the phases that may make it. */
  | Of<'no-result-yet', { path: string; by: readonly string[] }>
  | Of<'no-result'>
  | Of<'closed-elsewhere' | 'began-elsewhere', { phase: string; in: string; seq: number }>
  | Of<'not-in-doubt', { key: string; state: 'done' | 'failed' | null }>
  | Of<'over' | 'not-done', { state: string }>
  /** `checks`: those that did not pass when they ran last; `phase`: where one did. */
  | Of<'checks-red', { checks: readonly string[]; phase: string | null }>
  | Of<'no-restore' | 'is-done' | 'landed' | 'never-worked-here' | 'setup-failed'>
  /** `over`: its branch, where nothing goes on any more that would make one; else null. */
  | Of<'no-working-tree', { over: string | null }>
  /** Its work lies in no working tree of its own here. */
  | Of<'no-worktree', { phase: string; status: string }>
  /** `asked`: what the agent wants to do. */
  | Of<'no-answer', { asked: string; said: string }>
  | Of<'answered', { asked: string }>
  /** A number beyond those of the answers that a question offers. */
  | Of<'no-option', { phase: string; said: string; options: readonly string[] }>
  | Of<'none-waits', { state: string }>
  /** `waits`: anew, with something that was not there yet when the word was said. */
  | Of<'went-on', { phase: string; waits: boolean }>
  /** More than one phase waits, and nobody said which is meant. */
  | Of<'several-wait', { waits: readonly Waits[] }>
  | Of<'other-waits', { named: string; waits: readonly Waits[] }>
  /** `question`: the first line of the open one. */
  | Of<'not-asked', { question: string | null; waits: Waits }>
  | Of<'kept-nowhere', { root: string; files: readonly { readonly path: string; readonly why: string }[] }>
  /** `artifacts`: of a phase that waits; `gate`: of one that is closed without a new attempt; `loop`: of one that is asked about. */
  | Of<'gate', { of: 'artifacts' | 'gate' | 'loop'; reasons: readonly string[] }>
  | Of<'in-doubt', { question: string }>
  | Of<'no-packet', { path: string; lines: readonly { readonly line: number; readonly message: string }[] }>
  /**
   * It lies in the one working tree that there is, in the way of another phase; `tip`: the newest checkpoint, `seq`: one of the same plan
   * without it, or null.
   */
  | Of<'work-here', { phase: string; seq: number | null; tip: number }>
  /** What an attempt has left lies in another worktree; `tip`: the newest checkpoint. */
  | Of<'work-apart', { phase: string; tip: number }>
  /** One working tree cannot hold the unfinished work of several phases. */
  | Of<'several-hold', { phases: readonly string[] }>
  | Of<'would-overwrite', { what: 'uncommitted' | 'ignored' | 'refused'; files: readonly string[] }>;

/** A phase that is waiting, and for what. */
export interface Waits {
  readonly phase: string;
  readonly for: 'approval' | 'packet' | 'question' | 'head' | 'work';
}
