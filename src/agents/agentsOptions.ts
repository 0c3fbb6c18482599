import type { AgentDefinition } from '../model/agent/agentSettings.ts';
import type { Asking } from './programVersion.ts';
import type { Environment } from '../host/searchPath.ts';
import type { Agent, ChatModels, Processes } from '../session/ports.ts';

export interface AgentsOptions {
  readonly processes: Processes;
  /** The caller's environment: its PATH decides what is installed. */
  readonly env: Environment;
  /** Named agents, in the order of the settings. */
  readonly agentSettings: ReadonlyMap<string, AgentDefinition>;
  /** The path of the file with those settings, for a person. */
  readonly settingsPlace: string;
  /** Where to look for a relative program; null or left out when we cannot know yet where it would run. */
  readonly folder?: string | null;
  /** What a person chose `auto` to mean, and where that is written. */
  readonly auto?: { readonly name: string; readonly place: string } | null;
  /** How programs are asked for their version when all are looked at; null: none is started. */
  readonly asking?: Partial<Asking> | null;
  /** The language models of the editor that this process is part of; left out elsewhere. */
  readonly chatModels?: ChatModels | null;
  /** Agents that only the caller can make, by their name. */
  readonly extra?: readonly Agent[];
}

/** A definition of the settings or of a workflow, of one kind. */
export type DefinitionOf<K extends AgentDefinition['kind']> = Extract<AgentDefinition, { readonly kind: K }>;

/** What an agent is made from besides its definition. */
export interface Naming extends Pick<Agent, 'name' | 'chosenBecause'> {
  /** Its version, for when it does not report one. */
  readonly version: Agent['version'];
}
