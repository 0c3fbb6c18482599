import * as vscode from 'vscode';
import { checkUp } from '../../model/machine/checkUp.ts';
import { checkUpMarkdown } from '../review/checkUpMarkdown.ts';
import type { Desk, Handlers } from './desk.ts';

/** Looks at this machine, and at the first folder of the window, and says what to do where something is missing. */
export const checkMachineCommand = (desk: Desk) =>
  ({
    'cairn.checkMachine': async () => {
      const folder = (vscode.workspace.workspaceFolders ?? []).find(({ uri }) => uri.scheme === 'file');
      const facts = await vscode.window.withProgress(
        { location: vscode.ProgressLocation.Window, title: 'Checking this machine' },
        () => desk.machine(folder?.uri.fsPath ?? null, !vscode.workspace.isTrusted),
      );
      await desk.checks.show(checkUpMarkdown(checkUp(facts)));
    },
  }) satisfies Partial<Handlers>;
