/** Safe to show; `phase` null: when a worktree is made. */
interface Shown {
  readonly phase: string | null;
  readonly does: 'copies' | 'runs' | 'agent' | 'check';
  readonly what: string;
}

/** What a session would run was not trusted in this clone. */
export interface UntrustedCommands {
  readonly session: string;
  /** What these commands are known by. */
  readonly hash: string;
  readonly commands: readonly Shown[];
  /** The workflow file that says so: at `commit`, or where it was named. */
  readonly file: string;
  readonly commit: string | null;
  /** Whom its commits name; unverified. */
  readonly by: readonly string[];
  /** Remote-tracking branches that have its tip, and those that have another state of it. */
  readonly heldBy: readonly string[];
  readonly partlyBy: readonly string[];
  /** Further questions that its history raises. */
  readonly warnings: readonly string[];
}

/** Nobody named what would be run: the repository chose it. A person has to see it first. */
export interface UnseenCommands {
  /**
   * `config`: `.cairn/config.yaml` names the workflow. `own`: the repository has one of the name that is taken where nobody names
   * one. `base`: it begins from a commit that is not part of what is checked out, and runs what the files there tell.
   */
  readonly because: 'config' | 'own' | 'base';
  /** As it was typed; only where that is why. */
  readonly base?: string;
  /** What these commands are known by. */
  readonly hash: string;
  readonly commands: readonly Shown[];
  /** The workflow file that says so. */
  readonly file: string;
}
