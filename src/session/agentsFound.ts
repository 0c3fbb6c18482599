/** Who could do the work on this machine. */
export interface AgentsFound {
  /** In the order in which `auto` looks. */
  readonly agents: readonly AgentFound[];
  readonly auto: {
    readonly name: string;
    /** Null: a person chose it, and it is not installed. */
    readonly kind: AgentKind | null;
    readonly because: string;
    /** True: a person chose it; else it is the first that was found. */
    readonly chosen: boolean;
  };
}

export type AgentKind = 'command' | 'manual' | 'acp' | 'language-model';

export interface AgentFound {
  readonly name: string;
  readonly title: string;
  readonly from: 'settings' | 'known';
  /** How it is driven here; null: it is not installed. */
  readonly kind: AgentKind | null;
  /** Absolute path of what is started, or as the settings name it. */
  readonly program: string | null;
  /** What was looked for, where it is not installed. */
  readonly sought: readonly string[];
  readonly version: string | null;
  readonly licence: string | null;
  /** The command that installs it; null: there is nothing to install. */
  readonly install: string | null;
  readonly quirk: string | null;
}

/** What an attempt printed, bounded. */
