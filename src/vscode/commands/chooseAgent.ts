import * as vscode from 'vscode';
import { SESSIONS_VIEW } from '../contributions.ts';
import { agentChoices, type AgentEntry, type AgentPick } from '../state/agentChoices.ts';
import { showInfo } from '../window/messages.ts';
import { pickOne, type PickItem } from '../window/quickInput.ts';
import { showStatus } from '../window/showStatus.ts';
import { tellWhetherAgent } from '../window/tellWhetherAgent.ts';
import type { Desk, Handlers } from './desk.ts';
import { createChatModels } from '../languageModel/chatModels.ts';
import { modelChoices } from '../state/modelChoices.ts';
import { setting } from '../window/settings.ts';

/** Chooses who does phases that name no agent: lists what is and could be installed, and saves the choice. */
export const chooseAgentCommand = (desk: Desk) =>
  ({
    'cairn.chooseAgent': async () => {
      const agents = desk.agents();
      // A promise, so that the list opens while programs are still asked for their versions.
      const items: Promise<readonly Item[]> = agents.found().then((found) => agentChoices(found).map(itemOf));
      const picked = await pickOne(items, {
        title: 'Choose Agent',
        placeHolder: 'Who does the phases that name no agent?',
        matchOnDescription: true,
        matchOnDetail: true,
      });
      if (picked?.pick === undefined) return;
      await useAgent(desk, picked.pick);
      if (picked.pick.kind === 'use') await vscode.commands.executeCommand(`${SESSIONS_VIEW}.focus`);
      await tellWhetherAgent(agents);
    },
  }) satisfies Partial<Handlers>;

/** Carries out what was picked in a list of agents. */
export async function useAgent(desk: Desk, pick: AgentPick): Promise<void> {
  switch (pick.kind) {
    case 'use':
      await desk.agents().choose(pick.name);
      showStatus('check', `Phases that name no agent: ${pick.title}`, 8_000);
      return;
    case 'install':
      return offerInstall(pick);
    case 'settings':
      await vscode.commands.executeCommand('workbench.action.openSettings', 'cairn.agents');
  }
}

/** Never installs by itself: the person reads the command and decides. */
async function offerInstall({ title, command }: Extract<AgentPick, { kind: 'install' }>): Promise<void> {
  const answer = await showInfo(`${title} is installed with: ${command}`, 'Copy Command', 'Run in Terminal');
  if (answer === 'Copy Command') await vscode.env.clipboard.writeText(command);
  if (answer !== 'Run in Terminal') return;
  const terminal = vscode.window.createTerminal({ name: `Install ${title}` });
  terminal.show();
  terminal.sendText(command);
}

type Item = PickItem & { readonly pick?: AgentPick };

function itemOf(entry: AgentEntry): Item {
  return 'group' in entry ? { label: entry.group, isHeading: true } : { ...entry };
}

const NONE =
  'VS Code has no language model here. Sign in to an extension that offers some, GitHub Copilot for instance, or choose another agent.';

/** Chooses the language model for phases that use one; saves the choice in the person's settings. */
export const chooseLanguageModelCommand = () =>
  ({
    'cairn.chooseLanguageModel': async () => {
      const found = await createChatModels().list();
      if (found.length === 0) {
        const answer = await showInfo(NONE, 'Choose Agent…');
        if (answer !== undefined) await vscode.commands.executeCommand('cairn.chooseAgent');
        return;
      }
      const entries = modelChoices(found, setting('cairn.languageModel'));
      const picked = await pickOne(entries, {
        title: 'Choose Language Model',
        placeHolder: 'Which one does the phases of agent “vscode”?',
        matchOnDescription: true,
      });
      if (picked === undefined) return;
      const chosen = Object.keys(picked.selector).length === 0 ? undefined : picked.selector;
      await vscode.workspace
        .getConfiguration('cairn')
        .update('languageModel', chosen, vscode.ConfigurationTarget.Global);
    },
  }) satisfies Partial<Handlers>;
