import type { AgentsFound } from '../results.ts';

/** Agents on this machine; needs no repository. */
export interface MachineAgents {
  /** Starts each known program once to ask its version. */
  found(): Promise<AgentsFound>;
  /** Which agent `auto` means; starts nothing. */
  auto(): Promise<AgentsFound['auto']>;
  /** Records what `auto` means, for terminal and window; null for the first that is found. */
  choose(name: string | null): Promise<void>;
}

/** The agents on this machine. */
export interface AgentsHere {
  /** The agents on this machine, and which of them `auto` means. */
  agents(): Promise<AgentsFound>;
}
