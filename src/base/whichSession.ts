/**
 * What the sessions that can be meant have in common. `landed`: they are done, and were landed here as they are. `over`: they are done
 * or cancelled, and nothing is under way. `fetched`: they are on a remote only. `known`: no more than that they are there.
 */
export type InCommon =
  | 'waiting'
  | 'blocked'
  | 'unfinished'
  | 'running'
  | 'done'
  | 'landed'
  | 'over'
  | 'fetched'
  | 'known';

/** More than one session can be meant. */
export interface WhichSession {
  readonly sessions: readonly string[];
  /** True if that is what they have in common. */
  readonly unfinished: boolean;
  /**
   * What they have in common. `fetched` are named even where there is one. `called`: the `word` that was typed is, or begins, what each
   * is called; `phase`: it is a phase of each; `called-or-phase`: the first are called so, and the others have such a phase.
   */
  readonly are?: InCommon | 'called' | 'phase' | 'called-or-phase';
  readonly word?: string;
  /** The same sessions, as they are told apart. */
  readonly candidates?: readonly {
    readonly session: string;
    readonly name: string;
    readonly title: string;
    readonly state: string;
    /** What stands behind a session that is done. */
    readonly checked?: string | null;
    readonly updated: string;
  }[];
}
