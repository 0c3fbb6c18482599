import { createAgents } from '../../src/agents/createAgents.ts';
import type { AgentDefinition } from '../../src/model/agent/agentSettings.ts';
import type { Agent } from '../../src/session/ports.ts';
import type { AcpPart } from './acpPart.ts';
import { realProcesses } from './realProcesses.ts';

const PROGRAM = new URL('./acpAgentProgram.ts', import.meta.url).pathname;

/** The same as a person writes it into the settings. */
export const acpSettings = (part: AcpPart): Readonly<Record<string, unknown>> => ({
  kind: 'acp',
  command: [process.execPath, PROGRAM],
  env: { ACP_PART: JSON.stringify(part) },
});

/** Settings of a real program that speaks the protocol and plays this part. */
const acpDefinition = (
  part: AcpPart,
  over: Partial<Extract<AgentDefinition, { readonly kind: 'acp' }>> = {},
): AgentDefinition => ({
  kind: 'acp',
  command: [process.execPath, PROGRAM],
  mode: null,
  permissions: 'allow-in-worktree',
  stallMs: null,
  env: { ACP_PART: JSON.stringify(part) },
  ...over,
});

export const acpAgentWith = (part: AcpPart, over: Parameters<typeof acpDefinition>[1] = {}): Promise<Agent> =>
  createAgents({
    processes: realProcesses(),
    env: process.env,
    settingsPlace: 'the test',
    agentSettings: new Map([['scripted', acpDefinition(part, over)]]),
  }).resolve({ kind: 'named', name: 'scripted' });
