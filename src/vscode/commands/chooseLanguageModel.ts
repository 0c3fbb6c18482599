import * as vscode from 'vscode';
import { createChatModels } from '../languageModel/chatModels.ts';
import { modelChoices } from '../state/modelChoices.ts';
import { showInfo } from '../window/messages.ts';
import { setting } from '../window/settings.ts';
import type { Handlers } from './desk.ts';

const NONE =
  'VS Code has no language model here. Sign in to an extension that offers some, GitHub Copilot for instance, or choose another agent.';

/** Which language model does the phases that mean one; the choice is a setting of the person. */
export function chooseLanguageModelCommand(): Handlers<'cairn.chooseLanguageModel'> {
  return {
    'cairn.chooseLanguageModel': async () => {
      const found = await createChatModels().list();
      if (found.length === 0) {
        const answer = await showInfo(NONE, 'Choose Agent…');
        if (answer !== undefined) await vscode.commands.executeCommand('cairn.chooseAgent');
        return;
      }
      const entries = modelChoices(found, setting('cairn.languageModel'));
      const picked = await vscode.window.showQuickPick([...entries], {
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
  };
}
