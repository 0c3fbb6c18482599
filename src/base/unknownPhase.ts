/** A name that no phase has. */
export interface UnknownPhase {
  readonly phase: string;
  /** In the order of the table. */
  readonly known: readonly string[];
  /** Set if it is repeated for each item of a list, and is there as these phases only. */
  readonly items?: readonly string[];
  /** Set if the word could also have been a session: whose phases `known` are, and which sessions exist. */
  readonly among?: { readonly session: string; readonly sessions: readonly string[] };
}
