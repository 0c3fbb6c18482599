import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import { PALETTE_COMMANDS, ROW_COMMANDS, type CommandId } from '../contributions.ts';
import type { Desk, Handler, Handlers, Target } from './desk.ts';
import { tellError } from './tellError.ts';
import { showInfo } from '../window/messages.ts';

/** Registers every command; what they do is loaded with the first. */
export function registerCommands(desk: Desk): Disposable {
  let handlers: Handlers | null = null;
  const handlerOf = async (id: CommandId): Promise<Handler> => {
    handlers ??= (await import('./handlers.ts')).handlersOf(desk);
    return handlers[id];
  };
  const all = new DisposableStore();
  for (const id of [...PALETTE_COMMANDS, ...ROW_COMMANDS]) {
    all.add(
      vscode.commands.registerCommand(id, async (target: Target) => {
        if (!vscode.workspace.isTrusted && !RESTRICTED.has(id)) return askForTrust();
        try {
          const handler = await handlerOf(id);
          await handler(rowOf(target));
        } catch (error) {
          await tellError(desk.log, error);
        }
      }),
    );
  }
  return all;
}

/** Commands that need no process, or do without there, and so work in Restricted Mode. */
const RESTRICTED: ReadonlySet<string> = new Set<CommandId>([
  'cairn.showLog',
  'cairn.refresh',
  'cairn.checkMachine',
]);

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
