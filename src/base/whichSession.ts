/** More than one session can be meant. */
export interface WhichSession {
  readonly sessions: readonly string[];
  /** True if that is what they have in common. */
  readonly unfinished: boolean;
  /**
   * What they have in common; `known`: nothing. Where nothing is under way, `over`; where all are on a remote only, `fetched`: those are
   * named even where there is one. `called`: the `word` that was typed is, or begins, what each is called; `phase`: it is a
   * phase of each; `called-or-phase`: the first are called so, and the others have such a phase.
   */
  readonly are?:
    | 'waiting'
    | 'blocked'
    | 'unfinished'
    | 'running'
    | 'done'
    | 'landed'
    | 'over'
    | 'fetched'
    | 'known'
    | 'called'
    | 'phase'
    | 'called-or-phase';
  readonly word?: string;
  /** The same sessions, as they are told apart. */
  readonly candidates?: readonly {
    readonly session: string;
    readonly name: string;
    readonly title: string;
    readonly state: string;
    readonly updated: string;
  }[];
}
