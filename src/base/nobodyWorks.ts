/** A person would have to do the work, and nobody said that they will. */
export interface NobodyWorks {
  readonly phases: readonly string[];
  /** Why nobody was found. */
  readonly because: string | null;
  /** The command that installs an agent. */
  readonly install: string | null;
}
