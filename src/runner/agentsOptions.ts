import type { AgentsOptions } from '../agents/agentsOptions.ts';
import type { Environment } from '../host/searchPath.ts';
import type { Agent, ChatModels } from '../session/ports.ts';

export interface OpenAgentsOptions {
  /** The caller's environment: its PATH decides what is installed, its HOME where the settings are. */
  readonly env: Environment;
  /** Agents by name as the `cairn.agents` setting holds them; they come before those of the config folder. */
  readonly agents?: unknown;
  /** Where a relative program of the settings is looked for; if omitted, it is assumed to exist. */
  readonly folder?: string;
  /** How programs are asked for their version when all are looked at; null: none is started. */
  readonly asking?: AgentsOptions['asking'];
  /** Agents that only the caller can make. */
  readonly extraAgents?: readonly Agent[];
  /** Those of the editor that this process is part of. */
  readonly chatModels?: ChatModels | null;
}
