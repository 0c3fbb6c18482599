import type { AgentsFound } from '../results.ts';

/** Who could do the work on this machine; needs no repository. */
export interface MachineAgents {
  /** Starts each known program that is there once, to say its version. */
  found(): Promise<AgentsFound>;
  /** Which one `auto` takes; starts nothing. */
  auto(): Promise<AgentsFound['auto']>;
  /** Writes down what `auto` is to mean, for terminal and window; null: the first that is found. */
  choose(name: string | null): Promise<void>;
}

/** Who could do the work. */
export interface AgentsHere {
  /** Who could do the work on this machine, and which of them `auto` takes. */
  agents(): Promise<AgentsFound>;
}
