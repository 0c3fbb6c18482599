import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import type { CommandId } from '../contributions.ts';
import { browseCommand } from './browseCommand.ts';
import { chooseAgentCommand, chooseLanguageModelCommand } from './chooseAgent.ts';
import type { Desk, Handlers, Target } from './desk.ts';
import { doubtCommands, permissionCommands } from './permissionCommands.ts';
import { documentCommands } from './documentCommands.ts';
import { forkCommand } from './forkCommand.ts';
import { landCommand } from './landCommand.ts';
import { outputCommands } from './outputCommands.ts';
import { rescueCommands } from './rescueCommands.ts';
import { restoreCommands } from './restoreCommands.ts';
import { reviewCommands } from './reviewCommands.ts';
import { runCommands } from './runCommands.ts';
import { wordCommands } from './wordCommands.ts';
import { sessionCommands } from './sessionCommands.ts';
import { tellError } from './tellError.ts';
import { showInfo } from '../window/messages.ts';

/** Registers every command; the type makes sure that none is missing. */
export function registerCommands(desk: Desk): Disposable {
  const handlers: Handlers = {
    ...runCommands(desk),
    ...chooseAgentCommand(desk),
    ...chooseLanguageModelCommand(),
    ...wordCommands(desk),
    ...permissionCommands(desk),
    ...doubtCommands(desk),
    ...reviewCommands(desk),
    ...browseCommand(desk),
    ...documentCommands(desk),
    ...outputCommands(desk),
    ...restoreCommands(desk),
    ...forkCommand(desk),
    ...landCommand(desk),
    ...rescueCommands(desk),
    ...sessionCommands(desk),
  };
  const all = new DisposableStore();
  for (const [id, handler] of Object.entries(handlers)) {
    all.add(
      vscode.commands.registerCommand(id, async (target: Target) => {
        if (!vscode.workspace.isTrusted && !RESTRICTED.has(id)) return askForTrust();
        try {
          await handler(rowOf(target));
        } catch (error) {
          await tellError(desk.log, error);
        }
      }),
    );
  }
  return all;
}

/** Commands that need no process and so work in Restricted Mode. */
const RESTRICTED: ReadonlySet<string> = new Set<CommandId>(['cairn.showLog', 'cairn.refresh']);

/** VS Code calls commands from many places with its own arguments; only a row means something to us. */
function rowOf(target: unknown): Target {
  return typeof target === 'object' && target !== null && 'subject' in target
    ? (target as Target)
    : undefined;
}

async function askForTrust(): Promise<void> {
  const answer = await showInfo('Cairn starts no process in Restricted Mode.', 'Manage Workspace Trust');
  if (answer !== undefined) await vscode.commands.executeCommand('workbench.trust.manage');
}
