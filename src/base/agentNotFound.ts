/** An agent whose program, or whose name, is not there. */
export interface AgentNotFound {
  readonly agent: string;
  /** What was looked for. */
  readonly tried: readonly string[];
  /** The names that exist, if this is not one of them. */
  readonly known?: readonly string[];
  /** The command that installs it. */
  readonly install?: string;
  /** Where a workflow names it. */
  readonly named?: { readonly file: string; readonly line: number; readonly column: number };
  /** The file whose line `auto` names it, where that is how it was meant. */
  readonly auto?: string;
}
