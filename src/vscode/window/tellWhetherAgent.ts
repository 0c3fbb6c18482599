import * as vscode from 'vscode';
import type { MachineAgents } from '../../session/api/agents.ts';

/** Tells the welcome view whether any agent is available. Starts no process. */
export async function tellWhetherAgent(agents: MachineAgents): Promise<void> {
  const none = await agents.auto().then(
    ({ kind, chosen }) => kind === 'manual' && !chosen,
    () => false, // A broken settings file is told where an agent is needed.
  );
  await vscode.commands.executeCommand('setContext', 'cairn.noAgent', none);
}
