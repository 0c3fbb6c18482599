import type { AgentLogin } from '../model/machine/machineFacts.ts';

/** The agents on this machine. */
export interface AgentsFound {
  /** In the order in which `auto` looks. */
  readonly agents: readonly AgentFound[];
  readonly auto: {
    readonly name: string;
    /** Null if a person chose one that is not installed. */
    readonly kind: AgentKind | null;
    readonly because: string;
    /** True if a person chose it, false if it is the first that was found. */
    readonly chosen: boolean;
  };
}

export type AgentKind = 'command' | 'manual' | 'acp' | 'language-model';

export interface AgentFound {
  readonly name: string;
  readonly title: string;
  readonly from: 'settings' | 'known';
  /** How it is driven here; null if it is not installed. */
  readonly kind: AgentKind | null;
  /** The program to start: an absolute path, or as the settings name it. */
  readonly program: string | null;
  /** What was looked for, if it is not installed. */
  readonly sought: readonly string[];
  readonly version: string | null;
  readonly licence: string | null;
  /** The command that installs it; null if there is nothing to install. */
  readonly install: string | null;
  readonly quirk: string | null;
  /** Of a known agent that is here: whether it is logged in, as far as can be told. */
  readonly login?: AgentLogin;
}

/** Bounded output of an attempt. */
